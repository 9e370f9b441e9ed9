export type Point = { latitude: number; longitude: number };

// As in PostgreSQL's earthdistance, so that both sides agree.
const EARTH_RADIUS_METRES = 6_378_168;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The great-circle distance of two points. */
export function distanceMetres(from: Point, to: Point): number {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}
