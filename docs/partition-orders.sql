-- Partitions orders, their items and their status changes by the order id, which grows with time. Requires PostgreSQL 17 or
-- newer. Existing rows become the first partition without being copied. Run it as the owner of the tables while api and
-- worker are stopped; the VALIDATE steps read each table once.
--
-- Afterwards, add a partition of each table before its ids are reached, and detach the oldest when it is no longer needed.
BEGIN;

-- Foreign keys that refer to orders are dropped here and created again at the end.
DO $$
DECLARE foreign_key record;
BEGIN
  CREATE TEMP TABLE pointing_to_orders ON COMMIT DROP AS
    SELECT conrelid::regclass::text AS source, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND confrelid = 'orders'::regclass;
  FOR foreign_key IN SELECT * FROM pointing_to_orders LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', foreign_key.source, foreign_key.name);
  END LOOP;
END $$;

CREATE FUNCTION pg_temp.partition_by_order(parent text, key text, next_order bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  past text := parent || '_past';
  each record;
BEGIN
  EXECUTE format('ALTER TABLE %I RENAME TO %I', parent, past);
  -- The existing indexes are renamed, so that the new ones can have their names.
  FOR each IN SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = past::regclass LOOP
    EXECUTE format('ALTER INDEX %s RENAME TO %I', each.name, each.name || '_past');
  END LOOP;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE)
    PARTITION BY RANGE (%I)', parent, past, key);
  -- The table's own foreign keys; the existing ones become part of these.
  FOR each IN SELECT conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conrelid = past::regclass LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', parent, each.name, each.definition);
  END LOOP;
  -- Ids continue after the existing ones.
  EXECUTE format('ALTER TABLE %I ALTER id DROP IDENTITY', past);
  EXECUTE format('ALTER TABLE %I ALTER id ADD GENERATED ALWAYS AS IDENTITY', parent);
  EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, ''id''), (SELECT coalesce(max(id), 0) + 1 FROM %I), false)',
    parent, past);
  -- With this constraint, ATTACH PARTITION does not scan the table under its lock.
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT is_past CHECK (%I < %s) NOT VALID', past, key, next_order);
  EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT is_past', past);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', parent, past, next_order);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT is_past', past);
  -- Every existing index on all partitions; the index of the first partition becomes part of it. The id alone is unique
  -- only where it is the partition key.
  FOR each IN SELECT pg_get_indexdef(i.indexrelid) AS definition, i.indisprimary, c.conname
    FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
    WHERE i.indrelid = past::regclass AND (key = 'id' OR NOT i.indisprimary) LOOP
    EXECUTE CASE WHEN each.indisprimary THEN format('ALTER TABLE %I ADD PRIMARY KEY (id)', parent)
      ELSE replace(replace(each.definition, '_past ON', ' ON'), past, parent) END;
  END LOOP;
END $$;

DO $$
DECLARE next_order bigint := (SELECT coalesce(max(id), 0) + 1 FROM orders);
BEGIN
  PERFORM pg_temp.partition_by_order('order_items', 'order_id', next_order);
  PERFORM pg_temp.partition_by_order('order_events', 'order_id', next_order);
  PERFORM pg_temp.partition_by_order('orders', 'id', next_order);
END $$;

DO $$
DECLARE each record;
BEGIN
  FOR each IN SELECT * FROM pointing_to_orders LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', each.source, each.name, each.definition);
  END LOOP;
END $$;

-- The partition for the next ten million orders.
DO $$
DECLARE
  first bigint := (SELECT coalesce(max(id), 0) + 1 FROM orders);
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['orders', 'order_items', 'order_events'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
      parent || '_from_' || first, parent, first, first + 10000000);
  END LOOP;
END $$;

COMMIT;
