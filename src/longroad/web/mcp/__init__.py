"""A seat for a language model: a Model Context Protocol server over a house."""

from longroad.web.mcp.server import create_server
from longroad.web.mcp.transports import mount, run_stdio

__all__ = ["create_server", "mount", "run_stdio"]
