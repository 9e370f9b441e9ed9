import { text } from 'node:stream/consumers';
import { cashCloseBody } from '@haat/contract/money/cash-closes.calls';
import { shiftDay } from '@haat/contract/money/report-period';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { readCashReport } from './cash-report.ts';
import { refundOrder } from '../orders/adjust/refund-order.ts';
import { sellAtCounter } from '../orders/place/sell-at-counter.ts';
import { closeCash, listCashCloses } from './close-cash.ts';
import { exportCashReport } from './export-cash-report.ts';

let shop: Shop;
let by: Session;
let today: string;
beforeAll(() => void connectDatabase());
beforeEach(async () => {
  shop = await createShop();
  by = await sessionOfMember('Test Vendor');
  ({ today } = await readCashReport({ by, shopId: shop.id }));
});
afterAll(stopServices);

async function sessionOfMember(name: string): Promise<Session> {
  const { id: userId, email } = await createMember({ shop, user: await createUser({ name }) });
  const sessionId = '00000000-0000-0000-0000-000000000000';
  return {
    userId,
    actorId: userId,
    sessionId,
    email,
    shopId: shop.id,
    shopSlug: shop.slug,
    role: 'vendor',
    isPlatformAdmin: false,
  };
}

async function sell(rupees: number, seller = by): Promise<number> {
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: rupees * 100 }] });
  const lines = [{ variant_id: variants[0]!.id, quantity: 1, price: rupees }];
  const body = { lines, total: rupees, payment_method: 'cod' as const };
  return (await sellAtCounter({ shopId: shop.id, by: seller, body, key: undefined })).id;
}

const count = (fields: object, { key, seller = by }: { key?: string; seller?: Session } = {}) => {
  const body = cashCloseBody.parse({ day: today, person_id: null, entry: 1, counted: 0, ...fields });
  return closeCash({ by: seller, shopId: shop.id, body, key });
};
const list = () => listCashCloses({ by, shopId: shop.id, day: today });

it('expects of each person what they took, less what they paid back', async () => {
  const other = await sessionOfMember('Test Rider');
  const orderId = await sell(500);
  await sell(120, other);
  await refundOrder({ orderId, amountPaise: 5_050, text: 'A broken jar', by, key: undefined });
  const { all, people } = await list();
  expect(all).toMatchObject({ receivedPaise: 62_000, refundedPaise: 5_050, close: null });
  expect(people).toMatchObject([
    { name: 'Test Rider', receivedPaise: 12_000, refundedPaise: 0 },
    { name: 'Test Vendor', receivedPaise: 50_000, refundedPaise: 5_050 },
  ]);
});

it('names the operator who helps the shop neither as the person who took cash nor as the one who counted', async () => {
  const { id } = await createUser({ name: 'Test Operator', isPlatformAdmin: true });
  const helper: Session = { ...by, userId: id, actorId: id, role: 'admin', isPlatformAdmin: true };
  await sell(120, helper);
  await count({ person_id: id, counted: 120 }, { seller: helper });
  const { people } = await list();
  expect(people).toMatchObject([{ personId: id, name: null, close: { by: null } }]);
  const { cash } = await readCashReport({ by, shopId: shop.id });
  expect(cash).toMatchObject([{ by: null, paise: 12_000 }]);
});

it('stores a count with what was expected then, and shows it in the activity log', async () => {
  await sell(500);
  const denominations = [
    { value: 500, count: 1 },
    { value: 20, count: 4 },
  ];
  const close = await count({ opening: 200, paid_out: 100, counted: 580, denominations, note: 'Twenty are missing' });
  expect(close).toMatchObject({ entry: 1, receivedPaise: 50_000, countedPaise: 58_000, by: 'Test Vendor' });
  await sell(70);
  expect((await list()).all).toMatchObject({
    receivedPaise: 57_000,
    close: { receivedPaise: 50_000, openingPaise: 20_000 },
  });
  const [activity] = await database().knex('activityLog').where({ shopId: shop.id, action: 'cash.counted' });
  expect(activity).toMatchObject({
    subject: today,
    after: { expected_total: 600, counted_total: 580, difference_total: -20 },
  });
  const { csv } = await exportCashReport({ by, shopId: shop.id, day: today });
  const lines = (await text(csv)).split('\r\n');
  expect(lines).toContain(`,${today},,,,total,cash,received,570.00`);
  expect(lines).toContain(`,${today},,,,count,cash,difference,-20.00`);
});

it('is corrected by a later entry only, which leaves the first one', async () => {
  await count({ counted: 10 });
  await expect(count({ counted: 20 })).rejects.toMatchObject({ code: 'edit_conflict', details: { entry: 1 } });
  await expect(count({ counted: 20, entry: 3 })).rejects.toMatchObject({ code: 'edit_conflict' });
  await count({ counted: 20, entry: 2 });
  expect((await list()).all.close).toMatchObject({ entry: 2, countedPaise: 2_000 });
  expect(await database().knex('cashCloses').where({ shopId: shop.id })).toHaveLength(2);
});

it('has what was counted on the day before, which is in the drawer at the start', async () => {
  const yesterday = shiftDay(today, -1);
  await count({ day: shiftDay(today, -2), counted: 300 });
  await count({ day: yesterday, counted: 20 });
  await count({ day: yesterday, counted: 550, entry: 2 });
  expect((await list()).all).toMatchObject({ close: null, earlier: { day: yesterday, countedPaise: 55_000 } });
});

it('is stored once per key, however concurrently it is sent', async () => {
  const key = 'a-count-that-is-sent-often';
  const closes = await Promise.all(Array.from({ length: 5 }, () => count({ counted: 10 }, { key })));
  expect(new Set(closes.map(({ id }) => id)).size).toBe(1);
  await expect(count({ counted: 11 }, { key })).rejects.toMatchObject({ code: 'idempotency_conflict' });
});

it('is stored once when two people count at the same time', async () => {
  const other = await sessionOfMember('Another');
  const both = await Promise.allSettled([count({ counted: 10 }), count({ counted: 11 }, { seller: other })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it.each([
  ['a day to come', { day: '2199-01-01' }, 'day'],
  ['notes that are worth something else', { counted: 10, denominations: [{ value: 5, count: 1 }] }, 'counted'],
  ['somebody without cash', { person_id: 999_999_999 }, 'person_id'],
])('refuses %s', async (_, fields, field) => {
  await expect(count(fields)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining(field) });
});

it('is not for other shops', async () => {
  const other = await createShop();
  await expect(listCashCloses({ by, shopId: other.id, day: today })).rejects.toMatchObject({ code: 'forbidden' });
});
