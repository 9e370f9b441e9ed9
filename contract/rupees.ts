/** Rupees of the wire as integer paise. Throws RangeError unless finite with at most two decimals. */
export function toPaise(rupees: number): number {
  const paise = Math.round(rupees * 100);
  // `4.35 * 100` is 434.99999999999994, so the product only has to be very close to a whole number of paise.
  if (!Number.isSafeInteger(paise) || Math.abs(rupees * 100 - paise) > 1e-6 * Math.max(1, Math.abs(rupees))) {
    throw new RangeError(`Not an amount in rupees and paise: ${rupees}`);
  }
  return paise;
}

/** Whether `toPaise` takes the number. */
export function isRupees(rupees: number): boolean {
  try {
    toPaise(rupees);
    return true;
  } catch {
    return false;
  }
}

/** Integer paise as the rupee number of the wire, at most two decimals. */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** `12345650` as `₹1,23,456.50`: Indian grouping and two decimals in every language of the screens. */
export function formatPaise(paise: number): string {
  return formatRupees(toRupees(paise));
}

/** A rupee number of the wire as `₹1,23,456.50`. */
export function formatRupees(rupees: number): string {
  const [whole = '', decimals = ''] = Math.abs(rupees).toFixed(2).split('.');
  return `${rupees < 0 ? '−' : ''}₹${groupDigits(whole)}.${decimals}`;
}

/**
 * The digits of a whole number, none of them its sign, as `1,23,456`: before the last three, and before every two in front of
 * those. Not by `Intl.NumberFormat`: creating the first one would take longer than the rest of the work before the first
 * render.
 */
export function groupDigits(digits: string): string {
  return digits.replaceAll(/\B(?=(\d\d)*\d{3}$)/g, ',');
}

/** Paise without needless decimals, `₹200` or `₹99.50`, for running text such as the minimum order message. */
export function formatPaiseShort(paise: number): string {
  return formatPaise(paise).replace('.00', '');
}
