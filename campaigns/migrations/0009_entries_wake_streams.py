"""The database tells the streams of the rooms that entries are written in: ids only, delivered on commit."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION tell_streams_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('refit', room_with_news.name) FROM (
        SELECT DISTINCT campaign.public_id || ' ' || added.room AS name
        FROM added JOIN campaigns_campaign AS campaign ON campaign.id = added.campaign_id
        ORDER BY name
    ) AS room_with_news;
    RETURN NULL;
END
$$;
CREATE TRIGGER entries_wake_streams AFTER INSERT ON campaigns_journalentry
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_streams_of_entries();
"""

BACKWARD = """
DROP TRIGGER entries_wake_streams ON campaigns_journalentry;
DROP FUNCTION tell_streams_of_entries();
"""


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0008_names")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
