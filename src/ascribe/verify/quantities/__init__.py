"""Quantities in a text: numbers, dates, units and money, and figures derived from other figures."""
