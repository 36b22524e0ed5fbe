"""The role with which pages and jobs reach the database: it reads and writes rows, and owns nothing.

The tables belong to the role that migrates. So SQL that is injected through a page can't truncate a table, drop a
trigger, run a program or change an entry of the journal.
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
# A worker that begins to listen creates the queue's trigger again, which only the owner of the table may do.
LISTEN = """ALTER FUNCTION pgmq.enable_notify_insert(text, integer)
    SECURITY DEFINER SET search_path = pg_catalog, pgmq, pg_temp;"""


def make(cursor: Any, verifier: str | None = None) -> None:
    """Create the role, or reset its attributes; `verifier` is its password in SCRAM's stored form."""
    cursor.execute(EXISTS, [APPLICATION])
    how = "ALTER" if cursor.fetchone() else "CREATE"
    password = f" PASSWORD '{verifier}'" if verifier else ""
    cursor.execute(f"{how} ROLE {APPLICATION} {RIGHTS}{password}")


def grant(cursor: Any) -> None:
    """Grant the role the rows of all existing tables; do nothing if there is no such role."""
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
