"""The role with which pages and jobs reach the database: it reads and writes rows, and owns nothing.

Tables belong to whoever migrates. So nothing that comes in by way of a page can empty a table, take a trigger away, run
a program or change an entry of the journal, whatever SQL it brings along.
"""

from typing import Any

APPLICATION = "refit_app"
JOURNAL = "campaigns_journalentry"
MIGRATIONS = "django_migrations"
SCHEMAS = ("public", "pgmq")

EXISTS = "SELECT 1 FROM pg_roles WHERE rolname = %s"
RIGHTS = "LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"
ROWS = """
GRANT USAGE ON SCHEMA {schema} TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role};
REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC;
"""
WRITE_ONCE = "REVOKE UPDATE, DELETE ON {table} FROM {role};"
READ_ONLY = "REVOKE INSERT, UPDATE, DELETE ON {table} FROM {role};"
# A worker that begins to listen makes the queue's trigger anew, which only the table's owner may.
LISTEN = """ALTER FUNCTION pgmq.enable_notify_insert(text, integer)
    SECURITY DEFINER SET search_path = pg_catalog, pgmq, pg_temp;"""


def make(cursor: Any, verifier: str | None = None) -> None:
    """Make the role, or take from it what it may not have; `verifier` is its password as SCRAM keeps it."""
    cursor.execute(EXISTS, [APPLICATION])
    how = "ALTER" if cursor.fetchone() else "CREATE"
    password = f" PASSWORD '{verifier}'" if verifier else ""
    cursor.execute(f"{how} ROLE {APPLICATION} {RIGHTS}{password}")


def grant(cursor: Any) -> None:
    """Let the role at the rows of all tables there are; nothing happens where a host has made no such role."""
    cursor.execute(EXISTS, [APPLICATION])
    if not cursor.fetchone():
        return
    cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname = ANY(%s)", [list(SCHEMAS)])
    schemas = [name for (name,) in cursor.fetchall()]
    cursor.execute("SELECT tablename FROM pg_tables WHERE tablename = ANY(%s)", [[JOURNAL, MIGRATIONS]])
    tables = [name for (name,) in cursor.fetchall()]
    statements = [ROWS.format(schema=schema, role=APPLICATION) for schema in schemas]
    statements += [WRITE_ONCE.format(table=name, role=APPLICATION) for name in tables if name == JOURNAL]
    statements += [READ_ONLY.format(table=name, role=APPLICATION) for name in tables if name == MIGRATIONS]
    statements += [LISTEN] if "pgmq" in schemas else []
    cursor.execute("".join(statements))  # sent together they are one transaction
