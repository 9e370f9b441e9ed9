/** An amount as people read it; both providers reckon in the smallest unit. */
export function money(amount: number, currency: string): string {
  const minimumFractionDigits = amount % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency, minimumFractionDigits }).format(amount / 100);
}
