-- Splits orders, their lines and their steps into partitions by the number of the order, which grows with time. For
-- PostgreSQL 17 and newer. What there is becomes the first partition as it stands: no row is copied. To be run by the owner of
-- the tables while api and worker are stopped; the two VALIDATE steps read the tables once.
--
-- Afterwards add a partition of each table before its numbers are reached, and detach the oldest when it may go.
BEGIN;

-- Who points to an order does so again at the end.
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
  -- The indexes of the past keep their contents and give away their names.
  FOR each IN SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = past::regclass LOOP
    EXECUTE format('ALTER INDEX %s RENAME TO %I', each.name, each.name || '_past');
  END LOOP;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE)
    PARTITION BY RANGE (%I)', parent, past, key);
  -- Its own foreign keys; those of the past are kept and become parts of these.
  FOR each IN SELECT conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND conrelid = past::regclass LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', parent, each.name, each.definition);
  END LOOP;
  -- Numbers go on where they were.
  EXECUTE format('ALTER TABLE %I ALTER id DROP IDENTITY', past);
  EXECUTE format('ALTER TABLE %I ALTER id ADD GENERATED ALWAYS AS IDENTITY', parent);
  EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, ''id''), (SELECT coalesce(max(id), 0) + 1 FROM %I), false)',
    parent, past);
  -- So that joining it needs no look at each row under the lock.
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT is_past CHECK (%I < %s) NOT VALID', past, key, next_order);
  EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT is_past', past);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', parent, past, next_order);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT is_past', past);
  -- Every index there was, on all partitions; the one of the past becomes a part of it. The id alone is unique where it is
  -- the key of the partitions.
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

-- Where the next ten million orders go.
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
