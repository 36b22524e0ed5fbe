"""A journal goes as a whole, once the notice of its campaign's removal has run out; the database looks at that itself."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION may_be_removed(campaign bigint) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM campaigns_closing
        WHERE campaign_id = campaign AND what = 'removal' AND due_at <= clock_timestamp()
    )
$$;
CREATE OR REPLACE FUNCTION refuse_change_of_journal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'DELETE' AND may_be_removed(OLD.campaign_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
CREATE FUNCTION remove_journal(campaign bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    DELETE FROM campaigns_journalentry WHERE campaign_id = campaign;
END
$$;
CREATE FUNCTION refuse_short_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.what = 'removal' AND NEW.due_at < clock_timestamp() + interval '1 day' THEN
        RAISE EXCEPTION 'a removal is announced at least a day before' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER removal_is_announced BEFORE INSERT OR UPDATE ON campaigns_closing
    FOR EACH ROW EXECUTE FUNCTION refuse_short_notice();
"""

BACKWARD = """
DROP TRIGGER removal_is_announced ON campaigns_closing;
DROP FUNCTION refuse_short_notice();
DROP FUNCTION remove_journal(bigint);
CREATE OR REPLACE FUNCTION refuse_change_of_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the journal is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
DROP FUNCTION may_be_removed(bigint);
"""


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0016_answers")]
    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
