"""Connections to a server, and transactions that threads of one process may share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any
from weakref import finalize

from ascribe.errors import LibraryError, MissingExtraError
from ascribe.install_command import build_install_command
from ascribe.library.store.postgres.address import ServerAddress
from ascribe.library.store.postgres.errors import build_connection_error, build_server_error

WRITE_TIMEOUT = 30.0
"""Seconds to wait for another writer."""

CONNECT_TIMEOUT = 10
"""Seconds to wait for the server, unless the URL says otherwise."""

READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"

_DURABLE = """
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
"""
"""Commits survive a power failure, whatever the server's default is."""


class Run:
    """Statements of an open transaction.

    Args:
        connection: the driver's connection.
    """

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def __call__(self, statement: str, parameters: Any = None) -> Any:
        """Run a statement with its parameters, and return its cursor."""
        return self._connection.execute(statement, parameters, binary=True)

    def copy(self, statement: str, data: bytes) -> None:
        """Run a COPY statement that reads these bytes."""
        with self._connection.cursor() as cursor, cursor.copy(statement) as copying:
            copying.write(data)


class Connection:
    """A connection that threads of one process may share; a transaction locks out the other threads.

    A connection that the server has closed is opened again for the next transaction.

    Args:
        address: where the library is.

    Raises:
        LibraryError: the server cannot be reached.
        MissingExtraError: the driver is not installed.
    """

    def __init__(self, address: ServerAddress) -> None:
        self.address = address
        self._driver = import_driver()
        self._lock = RLock()
        self._closed = False
        self.path = f'"{address.schema}"'
        self._connection = self._connect()

    def _connect(self) -> Any:
        shown, hide = self.address.shown, self.address.hide_secrets
        limit = {} if "connect_timeout=" in self.address.url else {"connect_timeout": CONNECT_TIMEOUT}
        try:
            opened = self._driver.connect(
                self.address.url,
                autocommit=True,
                prepare_threshold=None,
                fallback_application_name="ascribe",
                **limit,
            )
            opened.execute(_DURABLE)
            opened.execute(f"SET search_path = {self.path}")
        except self._driver.Error as error:
            raise build_connection_error(shown, error, hide) from None  # its text may repeat the password
        self._end = finalize(self, opened.close)  # in case nobody calls close
        return opened

    def use_schemas(self, path: str) -> None:
        """Look names up in these schemas, now and after each new connection."""
        self.path = path
        with self._lock:
            self._connection.execute(f"SET search_path = {path}")

    @property
    def server_version(self) -> int:
        """The version of the server, such as 160004."""
        return int(self._connection.info.server_version)

    @contextmanager
    def transaction(self, begin: str, lock: str = "") -> Iterator[Run]:
        """Yield ``run`` within one transaction; a nested call joins the thread's open transaction.

        Args:
            begin: ``READ`` or ``WRITE``.
            lock: name of the lock that this transaction holds until its end; others wait for it.

        Raises:
            LibraryError: something fails, and nothing was written.
        """
        with self._lock:
            if self._closed:
                raise LibraryError(
                    f"{self.address.shown}: the library is closed; open it again with Library(url)."
                )
            try:
                if self._is_in_transaction():
                    yield Run(self._connection)
                else:
                    with self._begin(begin, lock):
                        yield Run(self._connection)
            except self._driver.Error as error:
                raise build_server_error(self.address.shown, error, self.address.hide_secrets) from error

    @contextmanager
    def _begin(self, begin: str, lock: str) -> Iterator[None]:
        self._open_transaction(begin)
        try:
            if lock:
                self._connection.execute(f"SET LOCAL lock_timeout = {int(WRITE_TIMEOUT * 1000)}")
                self._connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (lock,))
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if not self._connection.closed:
                self._connection.rollback()
            raise

    def _open_transaction(self, begin: str) -> None:
        """Open a transaction; on a connection that has broken since the last one, on a new one."""
        try:
            self._connection.execute(begin)
        except self._driver.OperationalError:
            if not self._connection.closed:
                raise
            self._connection = self._connect()
            self._connection.execute(begin)

    def _is_in_transaction(self) -> bool:
        idle = self._driver.pq.TransactionStatus.IDLE
        unknown = self._driver.pq.TransactionStatus.UNKNOWN
        return self._connection.info.transaction_status not in (idle, unknown)

    def close(self) -> None:
        """Close the connection; it cannot be used afterwards."""
        with self._lock:
            self._closed = True
            self._end()


def import_driver() -> Any:
    """Return the module ``psycopg``.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        import psycopg
    except ImportError as error:
        raise MissingExtraError(
            f"A library on a server needs psycopg; run: {build_install_command('postgres')}"
        ) from error
    return psycopg
