"""A bot that sits down at a table over HTTP: in a new game against planner, or with an invitation.

    longroad play --no-browser &
    python examples/table_bot.py http://127.0.0.1:8642
    python examples/table_bot.py http://127.0.0.1:8642 INVITATION

Needs: pip install httpx (the server: pip install 'longroad[web]'). No other part of Longroad.
Prints the game in plain words as its player sees it, and in the end:

    over: p1 has won, points 4 to 10
"""

from __future__ import annotations

import random
import sys

import httpx


def main(server: str, invitation: str = "", rules: str = "official") -> None:
    with httpx.Client(base_url=f"{server}/api/v1", timeout=60) as http:
        game, key = sit_down(http, invitation, rules)
        http.headers["Authorization"] = f"Bearer {key}"
        standing = ask(http.get(f"/games/{game}/view"))
        while standing["status"] != "over":
            moves = standing.get("moves")
            if moves and moves["decides"]:
                ask(
                    http.post(
                        f"/games/{game}/act", json={"action": chosen(moves), "seen": standing["number"]}
                    )
                )
            standing = follow(http, game, standing)
        result = ask(http.get(f"/games/{game}"))["result"]
    winner = "nobody" if result["winner"] is None else f"p{result['winner']}"
    print(f"over: {winner} has won, points {' to '.join(map(str, result['points']))}")


def sit_down(http: httpx.Client, invitation: str, rules: str) -> tuple[str, str]:
    """The game, and the key of our seat."""
    if invitation:
        game = invitation.partition(".")[0]
        return game, ask(http.post(f"/games/{game}/join", json={"invitation": invitation, "name": "Bot"}))[
            "key"
        ]
    seats = [{"kind": "person", "name": "Bot"}, {"kind": "agent", "agent": "planner"}]
    made = ask(http.post("/games", json={"seats": seats, "rules": rules, "pace": 0}))
    return made["game"]["id"], made["seats"]["0"]


def follow(http: httpx.Client, game: str, standing: dict) -> dict:
    """Waits for what comes next, and tells it; the newest entry says where the game stands."""
    while True:
        told = ask(http.get(f"/games/{game}/events", params={"since": standing["number"], "wait": 25}))
        for frame in told["frames"]:
            print(*frame["words"], sep="\n", end="\n" if frame["words"] else "")
        if told["frames"]:
            return told["frames"][-1]


def chosen(moves: dict) -> str:
    """Builds if it can; your thinking goes here."""
    actions = moves["actions"]
    for kind in ("city", "settle", "buy card"):
        wanted = [action for action in actions if action["kind"] == kind]
        if wanted:
            return random.choice(wanted)["text"]
    return random.choice(actions)["text"]


def ask(response: httpx.Response) -> dict:
    """What was answered; a problem ends the program with its sentence."""
    if response.is_error:
        sys.exit(f"{response.status_code}: {response.json()['detail']}")
    return response.json()


if __name__ == "__main__":
    main(*sys.argv[1:])
