"""The table: live games of people and agents, and everything through which they are reached.

- ``games``: a live game and the house that keeps many of them; knows no HTTP;
- ``library``: finished games on disk, found again by player, result and date; ratings of people;
- ``api``: JSON and websocket over the house;
- ``mcp``: a seat for a language model;
- ``terminal``: a seat in the shell;
- ``pages``: the table in the browser.
"""
