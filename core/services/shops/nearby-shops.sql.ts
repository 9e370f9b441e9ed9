/**
 * $1 latitude, $2 longitude, $3 limit, $4 id of the shop that the page before ended with or null.
 *
 * The box keeps the index scan from walking on to the far end of the country when fewer shops than asked for are near;
 * it is as wide as the widest reach, the exact test follows. Chord and great circle order alike, so the order of the
 * index is the order of the distances.
 */
export const NEARBY_SHOPS = `
  WITH here AS (SELECT ll_to_earth($1, $2) AS point),
  widest AS (SELECT max(reach_metres) AS metres FROM shops
    WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL),
  page AS (SELECT id, earth_distance(ll_to_earth(latitude, longitude), ll_to_earth($1, $2)) AS metres
    FROM shops WHERE id = $4)
  SELECT id, slug, name, address, open_time, close_time, time_zone, paused_at,
    earth_distance(ll_to_earth(latitude, longitude), ll_to_earth($1, $2)) AS metres
  FROM shops
  WHERE suspended_at IS NULL AND NOT is_platform AND latitude IS NOT NULL AND longitude IS NOT NULL
    AND earth_box((SELECT point FROM here), (SELECT metres FROM widest)) @> ll_to_earth(latitude, longitude)
    AND earth_distance(ll_to_earth(latitude, longitude), ll_to_earth($1, $2)) <= reach_metres
    AND ($4::bigint IS NULL
      OR (earth_distance(ll_to_earth(latitude, longitude), ll_to_earth($1, $2)), id) > (SELECT metres, id FROM page))
  ORDER BY ll_to_earth(latitude, longitude) <-> (SELECT point FROM here), id
  LIMIT (SELECT $3::integer)
`;
