import { LOW_STOCK } from '@haat/contract/rules/low-stock';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Session, worksFor } from '../auth/session.ts';
import { BEST_SELLERS, DAYS, LOW_STOCK_ROWS, OPEN_ORDERS } from './figures.sql.ts';

export const DAYS_SHOWN = 14;
export const BEST_SHOWN = 5;
export const LOW_SHOWN = 8;

type Day = { day: string; orders: number; takingsPaise: number };
type BestSeller = { productId: number; name: string; image: string | null; quantity: number; takingsPaise: number };
type LowStock = { productId: number; variantId: number; name: string; option: string | null; stock: number };

export type Figures = {
  /** 14 days of the shop's own clock as YYYY-MM-DD, oldest first, today last. */
  days: Day[];
  openOrders: number;
  bestSellers: BestSeller[];
  lowStock: LowStock[];
  lowStockCount: number;
};

type Request = { by: Session; shopId: number; now?: Date };

/**
 * How a shop is doing at that moment, for its members and the platform's operator. Throws DomainError `forbidden` for
 * others, `not_found` when the operator asks for no shop. Spec section 2, shop dashboard.
 */
export async function readFigures({ by, shopId, now = new Date() }: Request): Promise<Figures> {
  if (!worksFor(by, shopId) && !by.isPlatformAdmin) throw new DomainError('forbidden', 'This is not your shop.');
  const days = await rows<Day>('figures-days', DAYS, [shopId, now, DAYS_SHOWN]);
  if (days.length === 0) throw new DomainError('not_found', 'Shop Not Found');
  const bestSellers = await rows<BestSeller>('figures-best', BEST_SELLERS, [shopId, now, DAYS_SHOWN, BEST_SHOWN]);
  const low = await rows<LowStock & { inAll: number }>('figures-low', LOW_STOCK_ROWS, [shopId, LOW_STOCK, LOW_SHOWN]);
  const [waiting] = await rows<{ open: number }>('figures-open', OPEN_ORDERS, [shopId]);
  return { days, openOrders: waiting?.open ?? 0, bestSellers, lowStock: low, lowStockCount: low[0]?.inAll ?? 0 };
}

async function rows<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await database().pool.query<Row>({ name, text, values })).rows;
}
