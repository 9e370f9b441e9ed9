import fc from 'fast-check';
import type pg from 'pg';
import { insertWithIds, type Row } from '../db/seeds/bulk-insert.ts';

/** How an order of a random day ended, or where it is. */
const ENDS = [
  'cash open',
  'cash delivered',
  'cash declined',
  'cash returned',
  'online awaiting',
  'online unpaid',
  'online open',
  'online delivered',
  'online cancelled',
  'online refunded while open',
  'online refunded after delivery',
  'online lowered',
  'online dearer, open',
  'online dearer, delivered',
  'online dearer, refunded online',
  'counter cash',
  'counter upi',
  'counter card',
  'counter split',
] as const;
type End = (typeof ENDS)[number];

export type DrawnOrder = {
  end: End;
  /** Seconds from the beginning of the days. */
  placed: number;
  /** Seconds until it was paid, ended, and money went back. */
  paidAfter: number;
  endedAfter: number;
  refundedAfter: number;
  lines: { product: number; quantity: number; pricePaise: number }[];
  /** What of it went back afterwards, in percent, in one or two parts; 0 for nothing. */
  refundPercent: number;
  inTwoParts: boolean;
  /** Whether a counter sale is refunded by UPI, however it was paid. */
  backByUpi: boolean;
  person: number;
};

const DAY = 86_400;

/** Often a second around midnight. */
const secondOf = (days: number) =>
  fc
    .tuple(
      fc.integer({ min: 0, max: days - 1 }),
      fc.oneof(fc.constantFrom(0, 1, DAY - 1), fc.integer({ min: 0, max: DAY - 1 })),
    )
    .map(([day, second]) => day * DAY + second);

const delay = fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 3 * DAY }));

/** Orders of all ends in so many days, on `PRODUCTS` products and by `PEOPLE` people. */
export const drawOrders = (days: number, most: number): fc.Arbitrary<DrawnOrder[]> =>
  fc.array(
    fc.record({
      end: fc.constantFrom(...ENDS),
      placed: secondOf(days),
      paidAfter: fc.integer({ min: 0, max: 900 }),
      endedAfter: delay,
      refundedAfter: delay,
      lines: fc.uniqueArray(
        fc.record({
          product: fc.integer({ min: 0, max: PRODUCTS - 1 }),
          quantity: fc.integer({ min: 1, max: 9 }),
          pricePaise: fc.integer({ min: 0, max: 99_999 }),
        }),
        { minLength: 1, maxLength: 3, selector: ({ product }) => product },
      ),
      refundPercent: fc.constantFrom(0, 0, 1, 37, 100),
      inTwoParts: fc.boolean(),
      backByUpi: fc.boolean(),
      person: fc.integer({ min: 0, max: PEOPLE - 1 }),
    }),
    { minLength: 1, maxLength: most },
  );

export const PRODUCTS = 4;
export const PEOPLE = 3;

/** One amount of money, as the people of the shop would write it down. */
export type Written = {
  kind: 'ordered' | 'received' | 'refunded';
  at: Date;
  method: 'cash' | 'upi' | 'card' | 'online';
  channel: 'online' | 'counter';
  person: number | null;
  paise: number;
};

export type WrittenOrder = {
  row: Row;
  entries: Written[];
  lines: DrawnOrder['lines'];
  events: Row[];
  payouts: Row[];
  parts: Row[];
  dueCashPaise: number;
};

type Facts = { begins: Date; shopId: number; customerId: number; people: readonly number[] };

const after = (begins: Date, seconds: number) => new Date(begins.getTime() + seconds * 1_000);

const STATUS_OF: Record<End, [status: string, payment: string]> = {
  'cash open': ['Accepted', 'due'],
  'cash delivered': ['Delivered', 'collected'],
  'cash declined': ['Declined', 'cancelled'],
  'cash returned': ['Returned', 'cancelled'],
  'online awaiting': ['Pending', 'awaiting'],
  'online unpaid': ['Pending', 'expired'],
  'online open': ['Ready', 'paid'],
  'online delivered': ['Delivered', 'paid'],
  'online cancelled': ['Cancelled', 'refunded'],
  'online refunded while open': ['Accepted', 'refund_due'],
  'online refunded after delivery': ['Delivered', 'refunded'],
  'online lowered': ['Accepted', 'paid'],
  'online dearer, open': ['Accepted', 'paid'],
  'online dearer, delivered': ['Delivered', 'paid'],
  'online dearer, refunded online': ['Delivered', 'refunded'],
  'counter cash': ['Delivered', 'collected'],
  'counter upi': ['Delivered', 'collected'],
  'counter card': ['Delivered', 'collected'],
  'counter split': ['Delivered', 'collected'],
};

/** The rows of a drawn order, and its money by time, derived from its history and not from the rows. */
export function writeDown(order: DrawnOrder, { begins, shopId, customerId, people }: Facts): WrittenOrder {
  const { end, lines, person } = order;
  const [status, paymentStatus] = STATUS_OF[end];
  const [means] = end.split(' ');
  const isCounter = means === 'counter';
  const method =
    end === 'counter upi' ? 'upi' : end === 'counter card' ? 'card' : means === 'online' ? 'online' : 'cash';
  const channel = isCounter ? 'counter' : 'online';
  const totalPaise = lines.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0);
  const split = end === 'counter split' ? splitOf(totalPaise) : [];
  const placedAt = after(begins, order.placed);
  const paidAt = after(begins, order.placed + order.paidAfter);
  const endedAt = isCounter ? placedAt : after(begins, order.placed + order.paidAfter + order.endedAfter);
  const backAt = after(endedAt, order.refundedAfter);
  const isDelivered = status === 'Delivered';
  const extraPaise = end.startsWith('online dearer') ? Math.floor(totalPaise / 3) : 0;
  const loweredPaise = end === 'online lowered' ? 1_234 : 0;
  const wasPaidOnline = ['paid', 'refund_due', 'refunded'].includes(paymentStatus);
  const onlinePaise = wasPaidOnline ? totalPaise - extraPaise + loweredPaise : 0;

  const entries: Written[] = [];
  const write = (kind: Written['kind'], paise: number, more: Partial<Written>) =>
    entries.push({ kind, paise, at: placedAt, method, channel, person: null, ...more });
  const writeParts = (kind: Written['kind'], more: Partial<Written>) => {
    if (split.length === 0) write(kind, totalPaise, more);
    for (const part of split) write(kind, part.paise, { ...more, method: part.method });
  };
  const isGone = ['declined', 'returned', 'awaiting', 'unpaid', 'cancelled'].some((word) => end.endsWith(word));
  if (!isGone && end !== 'online refunded while open') writeParts('ordered', {});
  if (paymentStatus === 'collected') writeParts('received', { at: endedAt, person });
  if (wasPaidOnline) write('received', onlinePaise, { at: paidAt });
  if (isDelivered && extraPaise > 0) write('received', extraPaise, { at: endedAt, method: 'cash', person });

  const events: Row[] = [];
  const payouts: Row[] = [];
  const base = {
    actor_id: null as number | null,
    actor: 'clock',
    kind: 'status',
    from_status: null as string | null,
    to_status: null as string | null,
    details: null as object | null,
  };
  if (isDelivered) {
    const by = { actor: 'shop', actor_id: people[person] ?? 0 };
    events.push({ ...base, ...by, from_status: 'Pending', to_status: 'Delivered', at: endedAt });
  }
  const owe = (paise: number, at: Date, lowered = {}) => {
    if (paise === 0) return;
    events.push({ ...base, kind: 'refund_due', at, details: { paise, refund: 1, ...lowered } });
    write('refunded', paise, { at, method: 'online' });
  };
  if (loweredPaise > 0) owe(loweredPaise, endedAt, { lowered: true });
  const parts = partsOf(order, { paymentStatus, onlinePaise: onlinePaise - loweredPaise, totalPaise });
  for (const paise of parts) {
    if (method === 'online') owe(paise, backAt);
    else {
      const by = isCounter && order.backByUpi ? 'upi' : 'cash';
      payouts.push({ amount_paise: paise, reason: 'goodwill', method: by, actor_id: people[person] ?? 0, at: backAt });
      write('refunded', paise, { at: backAt, method: by, person });
    }
  }
  // Of the cash beside an online payment, too, something can go back.
  const extraBackPaise = isDelivered && order.inTwoParts ? Math.floor(extraPaise / 2) : 0;
  if (extraBackPaise > 0) {
    const by = { reason: 'goodwill', method: 'cash', actor_id: people[person] ?? 0, at: backAt };
    payouts.push({ amount_paise: extraBackPaise, ...by });
    write('refunded', extraBackPaise, { at: backAt, method: 'cash', person });
  }
  const row: Row = {
    shop_id: shopId,
    user_id: isCounter ? null : customerId,
    channel,
    payment_method: split.length > 0 ? 'split' : codeOf(method),
    status,
    payment_status: paymentStatus,
    takeaway: true,
    total_paise: totalPaise,
    refunded_paise: parts.reduce((sum, paise) => sum + paise, extraBackPaise),
    cash_extra_paise: extraPaise,
    revision: loweredPaise > 0 ? 2 : 1,
    min_order_paise: 0,
    customer_name: 'Test Customer',
    if_unavailable: 'call_me',
    reminders: 0,
    pickup_code: '0000',
    created_at: placedAt,
    collected_at: paymentStatus === 'collected' ? endedAt : null,
    paid_at: wasPaidOnline && order.paidAfter > 0 ? paidAt : null,
  };
  const isOpen = !isDelivered && !isGone;
  const dueCashPaise = !isOpen ? 0 : end === 'cash open' ? totalPaise : extraPaise;
  const stored = split.map((part) => ({ method: codeOf(part.method), amount_paise: part.paise }));
  return { row, entries, lines, events, payouts, parts: stored, dueCashPaise };
}

const codeOf = (method: Written['method']) => (method === 'cash' ? 'cod' : method);

/** Two or three parts of a total; none of a total too small for two. */
function splitOf(totalPaise: number): Pick<Written, 'method' | 'paise'>[] {
  const [cash, upi] = [Math.floor(totalPaise / 2), Math.floor(totalPaise / 3)];
  const parts = [
    { method: 'cash', paise: cash },
    { method: 'upi', paise: upi },
    { method: 'card', paise: totalPaise - cash - upi },
  ] as const;
  const some = parts.filter(({ paise }) => paise > 0);
  return some.length > 1 ? some : [];
}

type Paid = { paymentStatus: string; onlinePaise: number; totalPaise: number };

/** What went back, in parts of at least a paisa: all of an order that is refunded, a percentage of one that is paid. */
function partsOf(order: DrawnOrder, { paymentStatus, onlinePaise, totalPaise }: Paid): number[] {
  const isAll = paymentStatus === 'refunded' || paymentStatus === 'refund_due';
  const isPaid = isAll || paymentStatus === 'paid' || paymentStatus === 'collected';
  if (!isPaid) return [];
  const paise = paymentStatus === 'collected' ? totalPaise : onlinePaise;
  const back = isAll ? paise : Math.floor((paise * order.refundPercent) / 100);
  const first = order.inTwoParts ? Math.floor(back / 2) : back;
  return [first, back - first].filter((part) => part > 0);
}

type Catalog = { variants: readonly { id: number; productId: number }[] };

/** Writes the orders with their lines, events and payouts to the database. */
export async function insertWritten(
  client: pg.ClientBase,
  orders: WrittenOrder[],
  { variants }: Catalog,
): Promise<void> {
  const stored = await insertWithIds(
    client,
    'orders',
    orders.map(({ row }) => row),
  );
  const each = orders.map((order, at) => ({ ...order, id: stored[at]?.id ?? 0 }));
  await insertWithIds(
    client,
    'order_items',
    each.flatMap(({ id, lines }) =>
      lines.map(({ product, quantity, pricePaise }) => ({
        order_id: id,
        variant_id: variants[product]?.id ?? 0,
        product_id: variants[product]?.productId ?? 0,
        name: 'Test',
        unit_price_paise: pricePaise,
        quantity,
        written_off: 0,
        discount_paise: 0,
      })),
    ),
  );
  await insertWithIds(
    client,
    'order_events',
    each.flatMap(({ id, events }) => events.map((event) => ({ ...event, order_id: id, revision: 1 }))),
  );
  for (const { id, parts } of each)
    for (const { method, amount_paise: paise } of parts)
      await client.query('INSERT INTO payment_parts VALUES ($1, $2, $3)', [id, method, paise]);
  await insertWithIds(
    client,
    'cash_payouts',
    each.flatMap(({ id, payouts }) => payouts.map((payout) => ({ ...payout, order_id: id }))),
  );
}
