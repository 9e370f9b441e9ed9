import { readFileSync } from 'node:fs';
import type { Place } from '@haat/contract/shops/delivery-area';

/** Where a PIN code is. `city`: the district where no city has its own name. */
export type PinCode = { pin: string; city: string; state: string; place: Place };

/** The PIN code of these six digits, blanks do not count; undefined if there is none. The table is read at the first call. */
export function findPinCode(text: string): PinCode | undefined {
  const pin = text.replaceAll(/\s/g, '');
  table ??= readTable();
  const row = table.rows.get(pin);
  if (row === undefined) return undefined;
  const [, latitude, longitude, accuracyKm, at] = row.split('\t').map(Number);
  const [city = '', state = ''] = (table.areas[at ?? 0] ?? '').split('\t');
  if (latitude === undefined || longitude === undefined || accuracyKm === undefined) return undefined;
  return { pin, city, state, place: { latitude, longitude, accuracyMetres: accuracyKm * 1000 } };
}

type Table = { areas: string[]; rows: Map<string, string> };
let table: Table | undefined;

// First the cities and states, then a row per code: its digits, latitude, longitude, accuracy in km, and the number of its city.
function readTable(): Table {
  const [areas = '', rows = ''] = readFileSync(new URL('pin-codes.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n\n');
  return {
    areas: areas.split('\n'),
    rows: new Map(rows.split('\n').map((row) => [row.slice(0, row.indexOf('\t')), row])),
  };
}
