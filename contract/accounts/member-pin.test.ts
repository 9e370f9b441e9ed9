import { expect, it } from 'vitest';
import { isCommonPin, PIN_PATTERN } from './member-pin.ts';

it.each(['0000', '1234', '4321', '7890', '90123'.slice(0, 4), '111111', '1212', '484848', '2580', '654321', '123123'])(
  'refuses %s, which is easy to guess',
  (pin) => expect(isCommonPin(pin)).toBe(true),
);

it.each(['4071', '80392', '593017', '1123', '0192'])('accepts %s', (pin) => expect(isCommonPin(pin)).toBe(false));

it.each([
  ['4071', true],
  ['407193', true],
  ['407', false],
  ['4071935', false],
  ['40a1', false],
  [' 4071', false],
  ['४०७१', false],
])('knows whether %s is a PIN: %s', (text, isPin) => expect(PIN_PATTERN.test(text)).toBe(isPin));
