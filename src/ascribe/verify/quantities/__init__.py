"""Quantities in a text: numbers, dates, units and money, read and compared; figures derived from others."""
