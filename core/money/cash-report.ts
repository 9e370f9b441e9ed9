import { MAX_CASH_REPORT_ORDERS } from '@haat/contract/money/reports.calls';
import { many, one, sql } from '../db/database.ts';
import type { Session } from '../accounts/session.ts';
import { readMoneyPeriod } from './money-period.ts';
import { MONEY_ENTRIES, type MoneyParams, TO_COLLECT } from './money.sql.ts';
import { nameForShop } from '../accounts/person-name.sql.ts';

type Sum = { orders: number; paise: number };
type MoneyKind = 'ordered' | 'received' | 'refunded';
export const MONEY_METHODS = ['cash', 'upi', 'card', 'online'] as const;
export type MoneyMethod = (typeof MONEY_METHODS)[number];

/** One amount of cash: received at the counter or at delivery, or refunded; `time` is in the shop's time zone. */
export type CashEntry = {
  kind: MoneyKind;
  id: number;
  orderNumber: string;
  at: Date;
  time: string;
  /** Who delivered or sold, or recorded the refund; null for the operator. */
  by: string | null;
  customerName: string;
  takeaway: boolean;
  channel: 'online' | 'counter';
  paise: number;
};

/** The cash that one person took and paid out. `name`: null for the operator. */
export type PersonCash = { personId: number | null; name: string | null; receivedPaise: number; refundedPaise: number };

export type CashReport = {
  slug: string;
  day: string;
  today: string;
  ordered: Sum;
  received: Sum & Record<MoneyMethod, Sum>;
  refunded: Sum & Record<MoneyMethod, Sum>;
  toCollect: Sum;
  people: PersonCash[];
  cash: CashEntry[];
  payouts: CashEntry[];
};

type Request = { by: Session; shopId: number; day?: string | undefined; now?: Date };

/**
 * The money of a shop on a day of its calendar, by default today: amounts ordered, received and refunded, cash by order and by
 * person, and the cash that still has to be collected. Throws like `readMoneyPeriod`.
 */
export async function readCashReport({ by, shopId, day, now }: Request): Promise<CashReport> {
  const { slug, today, to, params } = await readMoneyPeriod({ by, shopId, from: day, to: day, now });
  const sums = toSums(await many(DAY_SUMS, params));
  const toCollect = (await one(CASH_TO_COLLECT, { shopId })) ?? NOTHING;
  const people = await many(DAY_PEOPLE, params);
  const limit = MAX_CASH_REPORT_ORDERS;
  const cash = await many(DAY_CASH, { ...params, kind: 'received', limit });
  const payouts = await many(DAY_CASH, { ...params, kind: 'refunded', limit });
  return { slug, today, day: to, ...sums, toCollect, people, cash, payouts };
}

const NOTHING: Sum = { orders: 0, paise: 0 };

/** `method` is null in the sum of all methods of a kind. */
type SumRow = Sum & { kind: MoneyKind; method: MoneyMethod | null };

function toSums(rows: SumRow[]): Pick<CashReport, 'ordered' | 'received' | 'refunded'> {
  const sumOf = (kind: MoneyKind, method: MoneyMethod | null): Sum => {
    const { orders, paise } = rows.find((row) => row.kind === kind && row.method === method) ?? NOTHING;
    return { orders, paise };
  };
  const byMethod = (kind: MoneyKind): CashReport['received'] => ({
    ...sumOf(kind, null),
    cash: sumOf(kind, 'cash'),
    upi: sumOf(kind, 'upi'),
    card: sumOf(kind, 'card'),
    online: sumOf(kind, 'online'),
  });
  return { ordered: sumOf('ordered', null), received: byMethod('received'), refunded: byMethod('refunded') };
}

export const DAY_SUMS = sql<MoneyParams, SumRow>(
  `
  WITH ${MONEY_ENTRIES}
  SELECT kind, method, count(DISTINCT order_id)::int AS orders, sum(paise)::bigint AS paise
  FROM entries GROUP BY GROUPING SETS ((kind, method), (kind))`,
);

const CASH_TO_COLLECT = sql<{ shopId: number }, Sum>(TO_COLLECT);

/** Each person who took or paid out cash, by name. */
export const DAY_PEOPLE = sql<MoneyParams, PersonCash>(
  `
  WITH ${MONEY_ENTRIES}
  SELECT cash.person_id, ${nameForShop(':shopId')} AS name, cash.received_paise, cash.refunded_paise FROM (
    SELECT person_id, coalesce(sum(paise) FILTER (WHERE kind = 'received'), 0)::bigint AS received_paise,
      coalesce(sum(paise) FILTER (WHERE kind = 'refunded'), 0)::bigint AS refunded_paise
    FROM entries WHERE method = 'cash' AND kind <> 'ordered' GROUP BY person_id
  ) cash LEFT JOIN users u ON u.id = cash.person_id
  ORDER BY name NULLS LAST, cash.person_id`,
);

export const DAY_CASH = sql<MoneyParams & { kind: MoneyKind; limit: number }, CashEntry>(
  `
  WITH ${MONEY_ENTRIES}
  SELECT cash.kind, o.id, o.order_number, cash.at, to_char(cash.at AT TIME ZONE :timeZone, 'HH24:MI') AS time,
    ${nameForShop(':shopId')} AS by, o.customer_name, o.takeaway, o.channel, cash.paise
  FROM entries cash JOIN orders o ON o.id = cash.order_id LEFT JOIN users u ON u.id = cash.person_id
  WHERE cash.kind = :kind::text AND cash.method = 'cash'
  ORDER BY cash.at, o.id LIMIT :limit`,
);
