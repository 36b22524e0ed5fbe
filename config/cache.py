"""Django's cache in a table that all processes share, for counters of failed log-ins, used codes and the like.

Django's own cache in the database stores pickles, and loading one runs code: whoever could write to the table would
have the web server, and with it the master keys. Here values are JSON, signed with CACHE_KEY together with their key;
a row without a valid signature counts as missing (ADR 23).
"""

import json
import math
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connection, transaction

# The table is the one that `createcachetable` makes. Concurrent sweeps skip the rows that others have locked.
SWEEP = """DELETE FROM {0} WHERE cache_key IN
    (SELECT cache_key FROM {0} WHERE expires <= now() LIMIT 1000 FOR UPDATE SKIP LOCKED)"""
GET = "SELECT value FROM {0} WHERE cache_key = %s AND expires > now()"
GET_TO_CHANGE = "SELECT value FROM {0} WHERE cache_key = %s AND expires > now() FOR UPDATE"
WRITE = """INSERT INTO {0} AS kept (cache_key, value, expires) VALUES (%s, %s, to_timestamp(%s))
    ON CONFLICT (cache_key) DO UPDATE SET value = EXCLUDED.value, expires = EXCLUDED.expires"""
ADD = WRITE + " WHERE kept.expires <= now()"
TOUCH = "UPDATE {0} SET expires = to_timestamp(%s) WHERE cache_key = %s AND expires > now()"
CHANGE = "UPDATE {0} SET value = %s WHERE cache_key = %s"
DELETE = "DELETE FROM {0} WHERE cache_key = %s"
CLEAR = "DELETE FROM {0}"


class JSONCache(BaseDatabaseCache):
    """A cache in a table of the default database. Nothing is evicted before it expires."""

    _table: str

    def get(self, key: str, default: object = None, version: int | None = None) -> object:
        """Return the value of a key, or the default."""
        return self._read(GET, self.make_and_validate_key(key, version), default)

    def set(self, key: str, value: object, timeout: object = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store a value for `timeout` seconds, or for ever if that is None."""
        self._write(WRITE, key, value, timeout, version)

    def add(self, key: str, value: object, timeout: object = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store a value unless there is one; return whether it was stored. Of concurrent callers one succeeds."""
        if self._write(ADD, key, value, timeout, version):
            return True
        with transaction.atomic():  # the row that is there may have no valid signature
            current = self._read(GET_TO_CHANGE, self.make_and_validate_key(key, version), self._missing_key)
            return current is self._missing_key and self._write(WRITE, key, value, timeout, version)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to a number atomically, and return the sum. Raises ValueError if there is none."""
        db_key = self.make_and_validate_key(key, version)
        with transaction.atomic():
            number = self._read(GET_TO_CHANGE, db_key, None)
            if number is None:
                raise ValueError(f"Key '{key}' not found")
            self._run(CHANGE, [_signed(db_key, number + delta), db_key])
        return int(number + delta)

    def touch(self, key: str, timeout: object = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Change when a value expires; return whether there was one."""
        return self._run(TOUCH, [self._until(timeout), self.make_and_validate_key(key, version)])

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete a key; return whether it was there."""
        return self._run(DELETE, [self.make_and_validate_key(key, version)])

    def clear(self) -> None:
        """Delete everything."""
        self._run(CLEAR, [])

    def _write(self, statement: str, key: str, value: object, timeout: object, version: int | None) -> bool:
        db_key = self.make_and_validate_key(key, version)
        self._run(SWEEP, [])
        return self._run(statement, [db_key, _signed(db_key, value), self._until(timeout)])

    def _read(self, statement: str, db_key: str, default: object) -> Any:
        with connection.cursor() as cursor:
            cursor.execute(statement.format(self._table), [db_key])
            row = cursor.fetchone()
        try:
            return json.loads(_signer(db_key).unsign(row[0])) if row else default
        except signing.BadSignature:
            return default

    def _until(self, timeout: Any) -> float:
        """Return when a value expires, in seconds since 1970."""
        until = self.get_backend_timeout(timeout)
        return math.inf if until is None else until

    def _run(self, statement: str, values: list[Any]) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(statement.format(self._table), values)
            return bool(cursor.rowcount)


def _signer(db_key: str) -> signing.Signer:
    """Return the signer of one row: what it has signed is not valid under another key."""
    return signing.Signer(key=settings.CACHE_KEY, salt=f"{__name__}.{db_key}")


def _signed(db_key: str, value: object) -> str:
    return _signer(db_key).sign(json.dumps(value))
