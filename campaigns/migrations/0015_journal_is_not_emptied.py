"""The database refuses to empty the journal as it refuses to change it."""

from django.db import migrations

FORWARD = """
CREATE TRIGGER journal_is_not_emptied BEFORE TRUNCATE ON campaigns_journalentry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_journal();
"""

BACKWARD = "DROP TRIGGER journal_is_not_emptied ON campaigns_journalentry;"


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0014_closing")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
