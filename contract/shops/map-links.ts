/** Shows the place on a map: in the maps app of a phone, in the browser elsewhere. */
export const mapsLink = (place: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;

/** Shows directions to the place from the location of the device. */
export const directionsLink = (place: string): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`;
