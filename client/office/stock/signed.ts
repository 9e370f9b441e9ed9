import { groupDigits } from '@haat/contract/rupees';

/** A change as `+1,250`, `−3` or `0`. */
export function signed(pieces: number): string {
  const digits = groupDigits(String(Math.abs(pieces)));
  if (pieces === 0) return digits;
  return pieces > 0 ? `+${digits}` : `−${digits}`;
}
