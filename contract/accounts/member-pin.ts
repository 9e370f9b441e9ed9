/** A member's PIN: four to six digits. */
export const PIN_PATTERN = /^\d{4,6}$/;

/** What an input allows of it. */
export const MAX_PIN_DIGITS = 6;

// The most used PINs of four digits that are neither one repeated digit nor a row of digits.
const COMMON = new Set('1212 1004 2000 6969 1122 1313 4321 2001 1010 2580 0852 1947 1950 2468 1357 123123'.split(' '));

const ROWS = ['01234567890123', '98765432109876'];

/** Whether a PIN is easy to guess: one digit or two repeated, digits in a row, or one of the most used. */
export const isCommonPin = (pin: string): boolean =>
  /^(\d)\1+$/.test(pin) || /^(\d\d)\1+$/.test(pin) || ROWS.some((row) => row.includes(pin)) || COMMON.has(pin);

/** After how many minutes without use a shared device can be set to lock; the first is the usual one. */
export const IDLE_MINUTES = [5, 1, 2, 10, 15, 30] as const;
export type IdleMinutes = (typeof IDLE_MINUTES)[number];
