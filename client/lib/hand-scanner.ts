/** No hand types digits this fast after each other. */
const FASTEST_HAND_MS = 80;
const SHORTEST = 8;

type Key = { key: string; at: number };

/**
 * Tells a hand scanner, which types the digits of a code and presses Enter, from somebody who types: answers the code with
 * its last key, and whether a key may begin one.
 */
export function handScannerReader() {
  let digits = '';
  let last = Number.NEGATIVE_INFINITY;
  return ({ key, at }: Key): { code?: string; isFirst: boolean } => {
    const isFollowing = at - last <= FASTEST_HAND_MS;
    const isDigit = /^\d$/.test(key);
    const code = key === 'Enter' && isFollowing && digits.length >= SHORTEST ? digits : undefined;
    last = at;
    digits = isDigit ? (isFollowing ? digits : '') + key : '';
    return { ...(code ? { code } : {}), isFirst: digits.length === 1 };
  };
}
