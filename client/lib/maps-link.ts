/** Leads to the place on a map: in the maps app of a phone, in the browser elsewhere. */
export function mapsLink(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
}
