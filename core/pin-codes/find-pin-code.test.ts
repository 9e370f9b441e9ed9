import { PIN_ACCURACY } from '@haat/contract/shops/delivery-area';
import { distanceMetres } from '@haat/contract/shops/distance';
import { PIN_CODE } from '@haat/contract/accounts/address';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findPinCode } from './find-pin-code.ts';

const rows =
  readFileSync(new URL('pin-codes.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n\n')[1]
    ?.split('\n') ?? [];
const pins = rows.map((row) => row.split('\t')[0] ?? '');

// Well-known places in the area of each code, from any map.
it.each([
  ['560011', 'Bengaluru', 'Karnataka', 12.934, 77.59],
  ['560041', 'Bengaluru', 'Karnataka', 12.922, 77.594],
  ['110001', 'New Delhi', 'Delhi', 28.631, 77.217],
  ['400001', 'Mumbai', 'Maharashtra', 18.94, 72.835],
  ['600001', 'Chennai', 'Tamil Nadu', 13.09, 80.287],
  ['700001', 'Kolkata', 'West Bengal', 22.572, 88.349],
  ['570001', 'Mysuru', 'Karnataka', 12.309, 76.653],
  ['575001', 'Mangaluru', 'Karnataka', 12.867, 74.843],
  ['682001', 'Kochi', 'Kerala', 9.963, 76.243],
  ['201301', 'Noida', 'Uttar Pradesh', 28.58, 77.32],
])('knows where %s is: %s, %s', (pin, city, state, latitude, longitude) => {
  const found = findPinCode(pin);
  expect(found).toMatchObject({ pin, city, state });
  expect(distanceMetres(found?.place ?? { latitude: 0, longitude: 0 }, { latitude, longitude })).toBeLessThan(3000);
});

it('reads a code with blanks', () => expect(findPinCode(' 560 011 ')?.pin).toBe('560011'));

it.each(['999999', '000000', '012345', '56001', '5600111', 'ANYTHING', '', '__proto__'])(
  'finds none for "%s"',
  (text) => {
    expect(findPinCode(text)).toBeUndefined();
  },
);

describe('the table', () => {
  it('has the codes of the whole country, each once', () => {
    expect(pins.length).toBeGreaterThan(19_000);
    expect(new Set(pins).size).toBe(pins.length);
    expect(pins.filter((pin) => !PIN_CODE.test(pin))).toEqual([]);
  });

  it('has every code in India, with a city, a state and an accuracy', () => {
    const wrong = pins.filter((pin) => {
      const { city = '', state = '', place } = findPinCode(pin) ?? {};
      if (!place || city === '' || state === '' || city === 'NA') return true;
      const { latitude, longitude, accuracyMetres } = place;
      const isInIndia = latitude > 6.5 && latitude < 37.2 && longitude > 68 && longitude < 97.5;
      return !isInIndia || accuracyMetres < PIN_ACCURACY.least || accuracyMetres > PIN_ACCURACY.most;
    });
    expect(wrong).toEqual([]);
  });
});
