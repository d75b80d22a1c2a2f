"""Replies with citations in a chosen style: styles, places → writer."""
