import { text } from 'node:stream/consumers';
import { shiftDay } from '@haat/contract/money/report-period';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import {
  type DrawnOrder,
  drawOrders,
  insertWritten,
  PEOPLE,
  PRODUCTS,
  type Written,
  writeDown,
} from '../test/money-days.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { MONEY_METHODS, readCashReport } from './cash-report.ts';
import { listCashCloses } from './close-cash.ts';
import { exportCashReport } from './export-cash-report.ts';
import { foundOrders } from '../platform/find-orders.ts';
import { readShopStats } from './read-shop-stats.ts';
import { exportOrders } from './export-orders.ts';
import { exportMoneyReport, readMoneyReport, type ReportRow } from './money-report.ts';

const DAYS = 30;
const RUNS = 34;
const ZONES = ['Asia/Kolkata', 'Europe/London', 'America/New_York', 'Pacific/Auckland'];
const FIRST = '2026-10-10';

beforeAll(() => void connectDatabase());
afterAll(stopServices);

const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (at: Date) => format.format(at);
};

/** A shop with the drawn orders and all their money. */
async function fill(orders: DrawnOrder[], timeZone: string) {
  const [shop, customer] = await Promise.all([createShop({ timeZone }), createUser()]);
  const people: number[] = [];
  for (let nr = 0; nr < PEOPLE; nr += 1) people.push((await createMember({ shop })).id);
  const variants: { id: number; productId: number }[] = [];
  for (let nr = 0; nr < PRODUCTS; nr += 1) variants.push((await createProduct({ shop })).variants[0]!);
  const begins = beginOf(FIRST, timeZone);
  const written = orders.map((order) => writeDown(order, { begins, shopId: shop.id, customerId: customer.id, people }));
  const client = await database().pool.connect();
  await insertWritten(client, written, { variants });
  client.release();
  const by: Session = {
    userId: people[0]!,
    actorId: people[0]!,
    sessionId: '',
    email: '',
    shopId: shop.id,
    shopSlug: shop.slug,
    role: 'vendor',
    isPlatformAdmin: false,
  };
  const dueCashPaise = written.reduce((sum, order) => sum + order.dueCashPaise, 0);
  return {
    by,
    shopId: shop.id,
    people,
    variants,
    written,
    dueCashPaise,
    entries: written.flatMap((each) => each.entries),
  };
}

/** The first moment of a day in a time zone, found hour by hour. */
function beginOf(day: string, timeZone: string): Date {
  const dayOf = dayIn(timeZone);
  let at = Date.parse(`${day}T00:00:00Z`) - 15 * 3_600_000;
  while (dayOf(new Date(at)) < day) at += 900_000;
  return new Date(at);
}

const sumOf = (entries: readonly Written[], kind: Written['kind']) =>
  entries.reduce((sum, entry) => (entry.kind === kind ? sum + entry.paise : sum), 0);
const sumsOf = (entries: readonly Written[]) => ({
  orderedPaise: sumOf(entries, 'ordered'),
  receivedPaise: sumOf(entries, 'received'),
  refundedPaise: sumOf(entries, 'refunded'),
});

type Group = Pick<ReportRow, 'key' | 'orderedPaise' | 'receivedPaise' | 'refundedPaise'>;

/** By key, without groups that have nothing. */
function groupsOf(rows: Group[]) {
  const some = rows.map(
    ({ key, orderedPaise, receivedPaise, refundedPaise }) =>
      [key, { orderedPaise, receivedPaise, refundedPaise }] as const,
  );
  return Object.fromEntries(some.filter(([, sums]) => Object.values(sums).some((paise) => (paise ?? 0) > 0)));
}

function expectedGroups(entries: Written[], keyOf: (entry: Written) => string) {
  const groups = Object.entries(Object.groupBy(entries, keyOf)).map(([key, each = []]) => ({ key, ...sumsOf(each) }));
  return groupsOf(groups);
}

const readCsv = async (exported: Promise<{ csv: NodeJS.ReadableStream }>) =>
  parse<Record<string, string>>(await text((await exported).csv), { columns: true, bom: true });
const paise = (rupees = '') => Math.round(Number(rupees) * 100);
const add = (rows: Record<string, string>[], column: string) => rows.reduce((sum, row) => sum + paise(row[column]), 0);

it(
  `are the same on the dashboard, in cash report, close of the day, reports and files, on ${DAYS * RUNS} random days`,
  { timeout: 120_000 },
  async () => {
    const property = fc.asyncProperty(drawOrders(DAYS, 90), fc.constantFrom(...ZONES), async (orders, timeZone) => {
      const shop = await fill(orders, timeZone);
      const { by, shopId, entries, people } = shop;
      const [from, to] = [FIRST, shiftDay(FIRST, DAYS - 1)];
      const dayOf = dayIn(timeZone);
      const inDays = entries.filter(({ at }) => dayOf(at) >= from && dayOf(at) <= to);
      const request = { by, shopId, from, to };

      const byDay = await readMoneyReport({ ...request, group: 'day' });
      const days = expectedGroups(inDays, ({ at }) => dayOf(at));
      expect(byDay.total).toMatchObject(sumsOf(inDays));
      // An order counts once, also if it is paid in several ways.
      const ordered = shop.written.filter((each) =>
        each.entries.some((entry) => entry.kind === 'ordered' && inDays.includes(entry)),
      );
      expect(byDay.total.orders).toBe(ordered.length);
      expect(byDay.toCollect.paise).toBe(shop.dueCashPaise);
      expect(groupsOf(byDay.rows)).toEqual(days);

      const payment = await readMoneyReport({ ...request, group: 'payment' });
      expect(groupsOf(payment.rows)).toEqual(expectedGroups(inDays, ({ method }) => method));
      const channel = await readMoneyReport({ ...request, group: 'channel' });
      expect(groupsOf(channel.rows)).toEqual(expectedGroups(inDays, (entry) => entry.channel));
      const person = await readMoneyReport({ ...request, group: 'person' });
      const ofPeople = inDays.filter(({ kind }) => kind !== 'ordered');
      const personKey = (entry: Written) => (entry.person === null ? '' : String(people[entry.person]));
      const expected = Object.entries(expectedGroups(ofPeople, personKey));
      expect(groupsOf(person.rows)).toEqual(
        Object.fromEntries(expected.map(([key, sums]) => [key, { ...sums, orderedPaise: null }])),
      );
      for (const group of ['product', 'category'] as const) {
        const report = await readMoneyReport({ ...request, group });
        expect(report.rows.reduce((sum, { orderedPaise }) => sum + (orderedPaise ?? 0), 0)).toBe(
          byDay.total.orderedPaise,
        );
      }

      const now = new Date(beginOf(to, timeZone).getTime() + 43_200_000);
      const stats = await readShopStats({ by, shopId, now });
      expect(stats.toCollect.paise).toBe(shop.dueCashPaise);
      expect(stats.days).toEqual(byDay.days.slice(-14));

      for (const day of byDay.days) {
        const report = await readCashReport({ by, shopId, day: day.day, now });
        expect({
          orderedPaise: report.ordered.paise,
          receivedPaise: report.received.paise,
          refundedPaise: report.refunded.paise,
        }).toEqual(days[day.day] ?? sumsOf([]));
        const receivedBy = MONEY_METHODS.map((method) => report.received[method].paise);
        expect(receivedBy.reduce((sum, part) => sum + part)).toBe(report.received.paise);
        const refundedBy = MONEY_METHODS.map((method) => report.refunded[method].paise);
        expect(refundedBy.reduce((sum, part) => sum + part)).toBe(report.refunded.paise);
        expect(report.cash.reduce((sum, entry) => sum + entry.paise, 0)).toBe(report.received.cash.paise);
        expect(report.people.reduce((sum, each) => sum + each.receivedPaise, 0)).toBe(report.received.cash.paise);
        expect(report.people.reduce((sum, each) => sum + each.refundedPaise, 0)).toBe(report.refunded.cash.paise);
        expect(report.toCollect.paise).toBe(shop.dueCashPaise);
        const { all, people: counted } = await listCashCloses({ by, shopId, day: day.day, now });
        expect([all.receivedPaise, all.refundedPaise]).toEqual([
          report.received.cash.paise,
          report.refunded.cash.paise,
        ]);
        expect(counted.reduce((sum, each) => sum + each.receivedPaise - each.refundedPaise, 0)).toBe(
          all.receivedPaise - all.refundedPaise,
        );
      }

      // The operator's list is of days in the time zone of the platform, so of all days here.
      const found = await foundOrders.summarize({ shop: shopId });
      expect(found.orderedPaise).toBe(sumOf(entries, 'ordered'));
      const listed = await readCsv(foundOrders.exportFile({ shop: shopId }));
      expect([listed.length, add(listed, 'refunded')]).toEqual([found.orders, found.refundedPaise]);

      const csv = await readCsv(exportMoneyReport({ ...request, group: 'day' }));
      expect(csv.at(-1)?.['day']).toBe('total');
      for (const sum of ['ordered', 'received', 'refunded'] as const) {
        expect(add(csv.slice(0, -1), sum)).toBe(byDay.total[`${sum}Paise`]);
        expect(paise(csv.at(-1)?.[sum])).toBe(byDay.total[`${sum}Paise`]);
      }
      expect(add(await readCsv(exportOrders(request)), 'ordered')).toBe(byDay.total.orderedPaise);
      const cash = await readCashReport({ by, shopId, day: from });
      const cashCsv = await readCsv(exportCashReport({ by, shopId, day: from }));
      const amounts = cashCsv.filter(({ type }) => type !== 'total');
      expect(add(amounts, 'amount')).toBe(cash.received.paise - cash.refunded.paise);
      for (const method of MONEY_METHODS) {
        const [ofMethod, totals] = [amounts, cashCsv.filter(({ type }) => type === 'total')].map((rows) =>
          add(
            rows.filter((row) => row['method'] === method),
            'amount',
          ),
        );
        expect([ofMethod, totals]).toEqual(Array(2).fill(cash.received[method].paise - cash.refunded[method].paise));
      }
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  },
);
