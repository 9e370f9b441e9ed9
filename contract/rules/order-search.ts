/** A count of orders ends here: nobody counts further with the eyes, and the database need not either. */
export const MOST_COUNTED = 1000;

/** Longer than a phone number with blanks and a prefix. */
export const ORDER_SEARCH_MAX = 40;

/**
 * The digits that somebody looks for among the order numbers and phones of a shop: `H000012`, `12`, `+91 98765 43210`.
 * An H before them asks for order numbers alone. Undefined where there are none to look for: then nothing is found.
 * Spec section 2, shop order history.
 */
export function readOrderSearch(text: string): { digits: string; inPhones: boolean } | undefined {
  const digits = text.replaceAll(/\D/g, '');
  if (digits === '') return undefined;
  const inPhones = !/^\s*h/i.test(text);
  return { digits: inPhones ? withoutPrefix(digits) : digits, inPhones };
}

// Phones are kept as their ten digits.
function withoutPrefix(digits: string): string {
  return digits.replace(/^(?:91|0)(?=\d{10}$)/, '');
}
