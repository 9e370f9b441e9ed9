import { formatStock, type StockUnit } from '@haat/contract/catalog/stock-unit';
import { groupDigits } from '@haat/contract/rupees';

/** An amount of a stock as `1,250` or `1.35 kg`. */
export const stockText = (amount: number, unit: StockUnit = 'piece'): string =>
  unit === 'piece' ? groupDigits(String(amount)) : formatStock(amount, unit);

/** A change as `+1,250`, `−3`, `−1.35 kg` or `0`. */
export function signed(amount: number, unit: StockUnit = 'piece'): string {
  const text = stockText(Math.abs(amount), unit);
  if (amount === 0) return text;
  return amount > 0 ? `+${text}` : `−${text}`;
}
