/** A member's PIN: four to six digits. */
export const PIN_PATTERN = /^\d{4,6}$/;

/** The maximum length of a PIN. */
export const MAX_PIN_DIGITS = 6;

// The most common four-digit PINs, except repeated digits and consecutive digits.
const COMMON = new Set('1212 1004 2000 6969 1122 1313 4321 2001 1010 2580 0852 1947 1950 2468 1357 123123'.split(' '));

const ROWS = ['01234567890123', '98765432109876'];

/** Whether a PIN is easy to guess: one or two repeated digits, consecutive digits, or a common PIN. */
export const isCommonPin = (pin: string): boolean =>
  /^(\d)\1+$/.test(pin) || /^(\d\d)\1+$/.test(pin) || ROWS.some((row) => row.includes(pin)) || COMMON.has(pin);

/** The idle times, in minutes, after which a shared device can lock; the first is the default. */
export const IDLE_MINUTES = [5, 1, 2, 10, 15, 30] as const;
export type IdleMinutes = (typeof IDLE_MINUTES)[number];
