-- Changes by people of a shop and by operators; append-only.
CREATE TABLE activity_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  shop_id bigint REFERENCES shops,
  actor_id bigint REFERENCES users,
  action text NOT NULL,
  subject text,
  before jsonb,
  after jsonb,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX activity_log_shop ON activity_log (shop_id, id DESC);
CREATE INDEX activity_log_operator ON activity_log (id DESC)
  WHERE action IN ('shop.created', 'shop.changed', 'shop.suspended', 'shop.resumed', 'account.blocked', 'account.unblocked',
  'account.exported', 'application.declined', 'announcement.sent', 'announcement.withdrawn', 'catalog.added', 'catalog.changed',
  'catalog.hidden', 'catalog.shown');

-- Entries about a deleted account lose its email address, which is their subject; nothing else may change.
CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('haat.erases_person', true) = 'on'
    AND to_jsonb(NEW) - 'subject' = to_jsonb(OLD) - 'subject' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'activity_log is append-only';
END
$$;

CREATE TRIGGER activity_log_append_only BEFORE DELETE OR UPDATE ON activity_log
  FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
