/** What an operator looks for among payments: an order's number, what a provider calls something, or an email address. */
export type PaymentSearch = { orderId: number } | { name: string } | { email: string };

/** `H000123` and `123` are an order, what has an @ is an address, all else is a provider's name. Undefined for nothing. */
export function readPaymentSearch(search: string): PaymentSearch | undefined {
  const text = search.trim();
  if (text === '') return undefined;
  if (text.includes('@')) return { email: text.toLowerCase() };
  const [, digits] = /^H?0*([1-9]\d{0,14})$/i.exec(text) ?? [];
  return digits === undefined ? { name: text } : { orderId: Number(digits) };
}
