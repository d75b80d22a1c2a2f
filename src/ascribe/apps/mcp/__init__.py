"""``ascribe mcp``: the tools of Ascribe for assistants that speak the Model Context Protocol.

command starts it, server registers the tools, tools does their work, records is what they take and return,
and folders decides which files they may read.
"""
