"""The database itself refuses to change or delete what stands in the journal."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION refuse_change_of_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER journal_is_append_only BEFORE UPDATE OR DELETE ON campaigns_journalentry
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_journal();
"""

BACKWARD = """
DROP TRIGGER journal_is_append_only ON campaigns_journalentry;
DROP FUNCTION refuse_change_of_journal();
"""


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0001_first")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
