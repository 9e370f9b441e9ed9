import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPEN_STATUSES, stepsOf } from '@haat/machines/orders/order.machine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listUserOrders } from '../../orders/list-user-orders.ts';
import { readCatalog } from '../../catalog/catalog.ts';
import { testDatabase } from '../../test/database.ts';
import { createProduct, createShop } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { closeDatabase, connectDatabase, database } from '../database.ts';
import { DEMO_MARKET } from './demo/demo-market.ts';
import { diskImageStore } from '../../gateways/image-store.ts';
import { seedDemoMarket } from './seed-demo-market.ts';

const uploadsDir = join(mkdtempSync(join(tmpdir(), 'haat-seed-')), 'uploads');
const target = { databaseUrl: testDatabase(), pictures: diskImageStore(uploadsDir) };

let answers: boolean[];
beforeAll(async () => {
  connectDatabase();
  answers = await Promise.all([seedDemoMarket(target), seedDemoMarket(target)]);
});
afterAll(async () => {
  await closeDatabase();
  rmSync(join(uploadsDir, '..'), { recursive: true, force: true });
});

const rows = async <R extends object>(text: string) => (await database().pool.query<R>(text)).rows;
const count = async (from: string) => (await rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`))[0]?.n;

it('fills an empty database once, however many begin', async () => {
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await seedDemoMarket(target)).toBe(false);
  expect(await count('shops')).toBe(13);
});

it('breaks no invariant', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

describe('what is in the market', () => {
  it('the platform and the twelve shops', async () => {
    const shops = await rows<{ slug: string; name: string; is_platform: boolean }>('SELECT * FROM shops ORDER BY id');
    expect(shops[0]).toMatchObject({ slug: 'haat', name: 'Haat', is_platform: true, email: 'hello@haat.example' });
    expect(shops.slice(1).map(({ slug, name }) => ({ slug, name }))).toEqual(
      DEMO_MARKET.map(({ slug, name }) => ({ slug, name })),
    );
  });

  it('every product with its variants, prices and stocks, on the right catalog', async () => {
    const shops = await rows<{ id: number; slug: string }>('SELECT id, slug FROM shops WHERE NOT is_platform');
    for (const { id, slug } of shops) {
      const demo = DEMO_MARKET.find((shop) => shop.slug === slug);
      const catalog = JSON.parse(String((await readCatalog({ shopId: id }))?.value.identity)) as CatalogProduct[];
      const flat = catalog.map(({ name, category, subcategory, image, variants }) => ({
        name,
        category,
        subcategory,
        image,
        variants: variants.map(({ price, stock, unit, size, color }) => [
          price,
          stock,
          unit?.name,
          size?.name,
          color?.name,
        ]),
      }));
      expect(flat).toEqual(
        demo?.products.map(({ name, category, subcategory, pictures, variants }) => ({
          name,
          category,
          subcategory,
          image: `/uploads/${pictures[0]}-320.webp`,
          variants: variants.map(({ price, stock, unit, size, color }) => [price, stock, unit, size, color]),
        })),
      );
    }
  });

  it('every picture that a product names, in three sizes', async () => {
    const images = await rows<{ image: string }>('SELECT image FROM products UNION SELECT image FROM product_pictures');
    const files = new Set(readdirSync(uploadsDir));
    const expected = images.flatMap(({ image }) =>
      [160, 320, 640].map((width) => image.replace('/uploads/', '').replace('-320', `-${width}`)),
    );
    expect(expected.filter((name) => !files.has(name))).toEqual([]);
    expect([...files].filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('two people for each shop, a customer with two addresses, an operator', async () => {
    const people = await rows<{ email: string; slug: string; role: string }>(
      `SELECT u.email, s.slug, m.role FROM shop_members m JOIN users u ON u.id = m.user_id JOIN shops s ON s.id = m.shop_id`,
    );
    expect(people).toHaveLength(24);
    for (const { email, slug, role } of people) expect(email).toBe(`${role}@${slug}.example`);
    expect(await count(`addresses a JOIN users u ON u.id = a.user_id WHERE u.email = 'customer@haat.example'`)).toBe(2);
    expect(await count(`users WHERE is_platform_admin AND email = 'operator@haat.example'`)).toBe(1);
  });
});

describe('what has been ordered', () => {
  it('sixty orders of the last fourteen days, in every status, five in each shop', async () => {
    const orders = await rows<{ id: number; created_at: Date; status: string; shop_id: number }>(
      'SELECT * FROM orders ORDER BY id',
    );
    expect(orders).toHaveLength(60);
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set([...OPEN_STATUSES, 'Delivered']));
    const times = orders.map(({ created_at }) => created_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(Date.now() - 14 * 86_400_000);
    expect(await count(`orders WHERE created_at > now()`)).toBe(0);
    expect(await count(`order_events WHERE at > now()`)).toBe(0);
    expect(await count(`(SELECT shop_id FROM orders GROUP BY 1 HAVING count(*) = 5)`)).toBe(12);
    expect(await count('orders WHERE takeaway')).toBeGreaterThan(5);
    expect(await count('orders WHERE NOT takeaway')).toBeGreaterThan(20);
  });

  it("is in the customer's history with all its steps", async () => {
    const [customer] = await rows<{ id: number }>(`SELECT id FROM users WHERE email = 'customer@haat.example'`);
    const history = await listUserOrders({ userId: customer?.id ?? 0, limit: 200 });
    expect(history).toHaveLength(60);
    for (const { status, takeaway, steps } of history) {
      const passed = stepsOf({ takeaway });
      expect(steps.map((step) => step.status)).toEqual(passed.slice(1, passed.indexOf(status) + 1));
    }
  });

  it('leaves room for what comes after: new ids and new numbers follow on', async () => {
    const shop = await createShop({ slug: 'the-next-one' });
    expect(shop.id).toBe(14);
    const { product } = await createProduct({ shop, variants: [{ unit: '500 g' }] });
    expect(product.id).toBe(DEMO_MARKET.flatMap(({ products }) => products).length + 1);
  });
});

type Named = { name: string } | null;
type CatalogProduct = {
  name: string;
  category: string;
  subcategory: string;
  image: string;
  variants: { price: number; stock: number; unit: Named; size: Named; color: Named }[];
};
