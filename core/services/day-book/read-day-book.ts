import { MOST_IN_DAY_BOOK } from '@haat/contract/api/day-book.schema';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../auth/session.ts';
import { requireShopOrders } from '../orders/require-shop-orders.ts';
import { DAY_CASH, DAY_SUMS } from './day-book.sql.ts';

type Sums = {
  slug: string;
  day: string;
  today: string;
  cashOrders: number;
  cashPaise: number;
  onlineOrders: number;
  onlinePaise: number;
  dueOrders: number;
  duePaise: number;
};

/** One order that was paid in cash when it was handed over; `time` by the shop's own clock. */
export type CashOrder = {
  id: number;
  orderNumber: string;
  deliveredAt: Date;
  time: string;
  by: string | null;
  customerName: string;
  takeaway: boolean;
  totalPaise: number;
};

export type DayBook = Sums & { cash: CashOrder[] };

type Request = { by: Session; shopId: number; day?: string | undefined; now?: Date };

/**
 * What a shop took on one day of its own calendar, today without one: cash by order, by who delivered it and when, and what
 * was paid online; and the cash that is still to be collected now. For its members and the platform's operator: throws
 * `forbidden` for others, `not_found` when the operator asks for no shop. Spec section 4.
 */
export async function readDayBook({ by, shopId, day, now = new Date() }: Request): Promise<DayBook> {
  requireShopOrders(by, shopId);
  const { pool } = database();
  const which = [shopId, now, day];
  const sums = await pool.query<Sums>({ name: 'day-book-sums', text: DAY_SUMS, values: which });
  if (!sums.rows[0]) throw new DomainError('not_found', 'Shop Not Found');
  const values = [...which, MOST_IN_DAY_BOOK];
  const cash = await pool.query<CashOrder>({ name: 'day-book-cash', text: DAY_CASH, values });
  return { ...sums.rows[0], cash: cash.rows };
}
