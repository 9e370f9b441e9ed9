import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { createShop, createUser } from '../test/factories.ts';
import { stopServices } from '../test/stop-services.ts';
import { foundOrders } from './find-orders.ts';
import { exportAccounts } from './list-accounts.ts';
import { listedPayments } from './list-payments.ts';
import { listedShops } from './list-shops.ts';
import { EXPORT_PAGE, type ListFile } from './operator-list.ts';

/** More rows than two pages, of which many have the same sort value. */
const ROWS = EXPORT_PAGE * 2 + 7;

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

let operator: { id: number };
beforeAll(async () => {
  connectDatabase();
  const shop = await createShop();
  operator = await createUser({ isPlatformAdmin: true });
  await query(
    `INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name)
     SELECT $1, $2, 'cod', true, n % 3, 0, 'Many' FROM generate_series(1, $3::int) n`,
    [operator.id, shop.id, ROWS],
  );
  await query(
    `INSERT INTO payments (user_id, provider, amount_paise)
     SELECT $1, 'stripe', 100 + n % 3 FROM generate_series(1, $2::int) n`,
    [operator.id, ROWS],
  );
  await query(
    `INSERT INTO shops (slug, name) SELECT 'many-' || n, 'Name ' || n % 3 FROM generate_series(1, $1::int) n`,
    [ROWS],
  );
  await query(`INSERT INTO users (email) SELECT 'many-' || n || '@haat.example' FROM generate_series(1, $1::int) n`, [
    ROWS,
  ]);
});
afterAll(stopServices);

const idsOf = async (text: string) => (await query<{ id: string | number }>(text)).map(({ id }) => String(id));

/** The first cell of each line below the header. */
async function firstCells(file: Promise<ListFile>): Promise<string[]> {
  const text = (await (await file).csv.toArray()).join('');
  const [, ...lines] = text.trim().split('\r\n');
  return lines.map((line) => line.split(',')[0] ?? '');
}

describe('a list with more rows than a page is exported once and in its order, rows with the same value among them', () => {
  it.each(['asc', 'desc'] as const)('orders by their total, %s', async (direction) => {
    const expected = await idsOf(
      `SELECT order_number AS id FROM orders ORDER BY total_paise ${direction}, orders.id ${direction}`,
    );
    expect(expected).toHaveLength(ROWS);
    expect(await firstCells(foundOrders.exportFile({ sort: 'total', direction }))).toEqual(expected);
  });

  it('orders by their time', async () => {
    expect(await firstCells(foundOrders.exportFile({}))).toEqual(
      await idsOf('SELECT order_number AS id FROM orders ORDER BY orders.id DESC'),
    );
  });

  it.each(['asc', 'desc'] as const)('payments by their amount, %s', async (direction) => {
    const expected = await idsOf(`SELECT id FROM payments ORDER BY amount_paise ${direction}, id ${direction}`);
    expect(await firstCells(listedPayments.exportFile({ sort: 'amount', direction }))).toEqual(expected);
  });

  it.each(['asc', 'desc'] as const)('shops by their name, %s', async (direction) => {
    const ids = await idsOf(`SELECT slug AS id FROM shops ORDER BY lower(name) ${direction}, shops.id ${direction}`);
    const text = (await (await listedShops.exportFile({ sort: 'name', direction })).csv.toArray()).join('');
    const slugs = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]);
    expect(slugs).toEqual(ids);
  });

  it.each(['created', 'orders', 'last_seen'] as const)('accounts by %s', async (sort) => {
    const exported = await firstCells(exportAccounts({ sort, direction: 'asc', list: 'all', actorId: operator.id }));
    // Only the operator has orders.
    const first = sort === 'created' ? 'id' : "(email NOT LIKE 'many-%'), id";
    expect(exported).toEqual(await idsOf(`SELECT id FROM users ORDER BY ${first}`));
  });
});
