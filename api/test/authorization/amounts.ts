/** The one amount in answers to helpers and riders: the sum to collect when an order is handed over. */
const DECLARED = 'to_collect';

const NAMES = /price|total|amount|paise|rupee|value|cost|sum|mrp|refund|discount|cash|collect|fee|minimum/i;

/**
 * Everything that looks like an amount in the text of an answer or an event, except the declared one: names with their numbers,
 * and texts with a ₹.
 */
export function amountsIn(text: string): string[] {
  const found: string[] = text.includes('₹') ? ['₹'] : [];
  if (!/^\s*[[{]/.test(text)) return found;
  JSON.parse(text, (name: string, value: unknown) => {
    if (name !== DECLARED && NAMES.test(name) && typeof value === 'number') found.push(`${name}: ${value}`);
    return value;
  });
  return found;
}
