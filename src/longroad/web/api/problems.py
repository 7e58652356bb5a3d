"""Errors as JSON: RFC 9457 problems, each with a sentence a person can act on."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from longroad.errors import (
    IllegalActionError,
    KeyRefusedError,
    LimitError,
    LongroadError,
    NoSuchGameError,
    NotNowError,
    StorageError,
)
from longroad.failures import one_line

#: Status and title by error; the first that fits.
_STATUS: tuple[tuple[type[LongroadError], int, str], ...] = (
    (NoSuchGameError, 404, "no such game"),
    (KeyRefusedError, 403, "not with this key"),
    (NotNowError, 409, "not now"),
    (IllegalActionError, 409, "illegal move"),
    (LimitError, 429, "too many"),
    (StorageError, 503, "cannot be saved"),
    (LongroadError, 422, "cannot be done as asked"),
)
_TITLES = {
    400: "bad request",
    401: "a key is needed",
    403: "forbidden",
    404: "not found",
    405: "method not allowed",
    406: "not acceptable",
    413: "too large",
    415: "unsupported media type",
    421: "misdirected request",
    422: "cannot be done as asked",
    429: "too many",
}
MEDIA_TYPE = "application/problem+json"


def problem(status: int, title: str, detail: str) -> dict[str, Any]:
    """The body.

    >>> problem(409, "not now", "Blue decides now")
    {'type': 'about:blank', 'title': 'not now', 'status': 409, 'detail': 'Blue decides now'}
    """
    return {"type": "about:blank", "title": title, "status": status, "detail": one_line(detail)}


def problem_of(error: LongroadError) -> dict[str, Any]:
    """What an error of a game becomes."""
    status, title = next((status, title) for kind, status, title in _STATUS if isinstance(error, kind))
    if isinstance(error, KeyRefusedError) and error.unknown:
        status, title = 401, _TITLES[401]
    return problem(status, title, str(error))


def response_of(body: dict[str, Any], headers: dict[str, str] | None = None) -> JSONResponse:
    """The response with a problem."""
    extra = {"WWW-Authenticate": "Bearer"} if body["status"] == 401 else {}
    return JSONResponse(body, body["status"], {**extra, **(headers or {})}, MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """All errors of the app become problems."""

    @app.exception_handler(LongroadError)
    async def of_game(request: Request, error: LongroadError) -> JSONResponse:
        after = error.retry_after if isinstance(error, LimitError) else None
        return response_of(problem_of(error), {"Retry-After": str(int(after) + 1)} if after else None)

    @app.exception_handler(RequestValidationError)
    async def of_input(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
        more = f" (and {len(error.errors()) - 1} more)" if len(error.errors()) > 1 else ""
        return response_of(problem(422, _TITLES[422], f"{place or 'body'}: {first['msg']}{more}"))

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> JSONResponse:
        title = _TITLES.get(error.status_code, "error")
        return response_of(problem(error.status_code, title, str(error.detail)), dict(error.headers or {}))
