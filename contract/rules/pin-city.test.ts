import { expect, it } from 'vitest';
import { cityOfPin } from './pin-city.ts';

it.each([
  ['560011', 'Bengaluru'],
  [' 570001 ', 'Mysuru'],
  ['110001', undefined],
  ['56001', undefined],
  ['5600111', undefined],
  ['56001x', undefined],
  ['', undefined],
])('%j: %s', (zip, city) => expect(cityOfPin(zip)).toBe(city));
