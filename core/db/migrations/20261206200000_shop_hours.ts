import type { Knex } from 'knex';

const LISTED =
  'slug, name, trade, address, open_time, close_time, time_zone, paused_at, paused_until, min_order_paise, picture, latitude, longitude, reach_metres, suspended_at, is_platform';
const SHOWN =
  'name, address, phone, paused_at, suspended_at, open_time, close_time, time_zone, accepts_orders_when_closed, min_order_paise, preparation_minutes, rush_minutes';

/** The columns whose change reaches the cached lists of shops, and the open pages of a shop. */
function triggers(both: string[], shown: string[]): string {
  const trigger = (name: string, raises: string, columns: string[]) => {
    const row = (which: string) => columns.map((column) => `${which}.${column}`).join(', ');
    return `
DROP TRIGGER ${name} ON shops;
CREATE TRIGGER ${name} AFTER UPDATE OF ${columns.join(', ')} ON shops
  FOR EACH ROW
  WHEN ((${row('OLD')}) IS DISTINCT FROM (${row('NEW')}))
  EXECUTE FUNCTION ${raises}();`;
  };
  return (
    trigger('shops_relisted', 'raise_listing_version', [...LISTED.split(', '), ...both]) +
    trigger('shops_updated', 'raise_catalog_version_of_shop', [...SHOWN.split(', '), ...both, ...shown])
  );
}

const UP = `
-- The minutes of a week, from Monday, in which a shop is open for anything.
-- With a parsed body, since a generated column is computed as soon as a dump is restored.
CREATE FUNCTION open_week(hours jsonb, open_time text, close_time text) RETURNS int4multirange
LANGUAGE sql IMMUTABLE
RETURN (
  WITH written AS (
    SELECT (day.nr - 1)::int * 1440 AS midnight, (range ->> 0) COLLATE "C" AS opens, (range ->> 1) COLLATE "C" AS closes
    FROM unnest(ARRAY['delivery', 'takeaway']) fulfilment
    CROSS JOIN LATERAL jsonb_array_elements(hours -> fulfilment) WITH ORDINALITY day(ranges, nr)
    CROSS JOIN LATERAL jsonb_array_elements(day.ranges) range
    UNION ALL
    SELECT day * 1440, coalesce(open_time, '00:00') COLLATE "C", coalesce(close_time, '00:00') COLLATE "C"
    FROM generate_series(0, 6) day WHERE hours IS NULL AND open_time IS NOT NULL AND close_time IS NOT NULL
    UNION ALL
    SELECT day * 1440, '00:00', '00:00' FROM generate_series(0, 6) day
    WHERE hours IS NULL AND (open_time IS NULL OR close_time IS NULL)
  ), minutes AS (
    SELECT midnight + left(opens, 2)::int * 60 + right(opens, 2)::int AS opens,
      midnight + left(closes, 2)::int * 60 + right(closes, 2)::int + CASE WHEN closes <= opens THEN 1440 ELSE 0 END AS closes
    FROM written
  )
  SELECT coalesce(range_agg(part), '{}') FROM minutes
  CROSS JOIN LATERAL (VALUES (int4range(opens, least(closes, 10080))), (int4range(0, greatest(closes - 10080, 0)))) parts(part)
);

-- Whether a shop with hours by date is open, for anything, when the clock there shows the local time.
CREATE FUNCTION is_open_on(hours jsonb, local_time timestamp) RETURNS boolean
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM generate_series(0, 1) back
    CROSS JOIN unnest(ARRAY['delivery', 'takeaway']) fulfilment
    CROSS JOIN LATERAL (SELECT local_time::date - back AS date) day
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(hours -> 'dates' -> to_char(day.date, 'YYYY-MM-DD') -> fulfilment,
      hours -> fulfilment -> (extract(isodow FROM day.date)::int - 1))) range
    CROSS JOIN LATERAL (SELECT (range ->> 0) COLLATE "C" AS opens, (range ->> 1) COLLATE "C" AS closes,
      to_char(local_time, 'HH24:MI') COLLATE "C" AS now) times
    WHERE CASE back WHEN 0 THEN now >= opens AND (closes <= opens OR now < closes) ELSE closes <= opens AND now < closes END
  )
$$;

ALTER TABLE shops ADD COLUMN hours jsonb CHECK (jsonb_typeof(hours -> 'dates') = 'object');
ALTER TABLE shops ADD COLUMN open_week int4multirange
  NOT NULL GENERATED ALWAYS AS (open_week(hours, open_time, close_time)) STORED;
-- What a pause is for: NULL for everything. Means nothing without a pause: the version before resumes a shop and leaves it.
ALTER TABLE shops ADD COLUMN paused_fulfilment text CHECK (paused_fulfilment IN ('delivery', 'takeaway'));
-- How much longer a delivery takes than a takeaway.
ALTER TABLE shops ADD COLUMN delivery_minutes integer NOT NULL DEFAULT 0 CHECK (delivery_minutes BETWEEN 0 AND 1440);
${triggers(['hours', 'paused_fulfilment'], ['delivery_minutes'])}`;

const DOWN = `${triggers([], [])}
ALTER TABLE shops DROP COLUMN delivery_minutes, DROP COLUMN paused_fulfilment, DROP COLUMN open_week, DROP COLUMN hours;
DROP FUNCTION open_week(jsonb, text, text);
DROP FUNCTION is_open_on(jsonb, timestamp);`;

/**
 * Hours that differ by the day of the week, by date, and for delivery and takeaway. A shop without them is open as before: from its
 * open_time to its close_time every day.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(UP);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(DOWN);
}
