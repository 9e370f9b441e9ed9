/** The opening hours of `shop`, as the contract has them. */
export const openingHours = (shop = 'shops'): string =>
  `jsonb_build_object('open_time', ${shop}.open_time, 'close_time', ${shop}.close_time, 'time_zone', ${shop}.time_zone,
    'hours', ${shop}.hours)`;

/**
 * Whether a row of shops is open, for delivery or takeaway, when the clock there shows `local`, a timestamp. The rule of
 * contract/shops/opening-hours.ts; a test compares the two.
 */
export const isOpen = (local: string): string => `
  CASE WHEN jsonb_exists_any(hours -> 'dates', ARRAY[to_char(${local}, 'YYYY-MM-DD'), to_char(${local} - interval '1 day', 'YYYY-MM-DD')])
    THEN is_open_on(hours, ${local})
    ELSE floor(extract(epoch FROM ${local} - date_trunc('week', ${local})) / 60)::int <@ open_week END`;
