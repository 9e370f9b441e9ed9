import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { startBucket } from '../../tests/fixtures/bucket/start-bucket.ts';
import { diskImageStore, type ImageStore, s3ImageStore } from '../gateways/image-store.ts';
import { createProduct, createShop, createUser } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { settingsOf } from '../test/picture-stores.ts';
import { stopServices } from '../test/stop-services.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { clearOrphanPictures } from './clear-orphan-pictures.ts';

/** A store, its files, and how to put a file there. */
type Stock = { store: ImageStore; files(): string[]; put(file: string): void };

const folder = mkdtempSync(join(tmpdir(), 'haat-orphans-'));
const server = await startBucket();
const { objects } = server.bucket;
const STOCKS: [string, Stock][] = [
  [
    'a folder',
    {
      store: diskImageStore(folder),
      files: () => readdirSync(folder),
      put: (file) => writeFileSync(join(folder, file), 'picture'),
    },
  ],
  [
    'a bucket',
    {
      store: s3ImageStore(settingsOf(server)),
      files: () => [...objects.keys()],
      put: (file) =>
        void objects.set(file, { bytes: Buffer.from('picture'), type: '', cacheControl: '', at: new Date() }),
    },
  ],
];

beforeAll(() => connectDatabase());
beforeEach(async () => {
  await query('DELETE FROM stored_pictures');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  objects.clear();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
  await stopServices();
});

const query = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;
const widths = [160, 320, 640];
const filesOf = (path: string): string[] => {
  const [, name = '', end = ''] = /^\/uploads\/(.+)-\d+(\.\w+)$/.exec(path) ?? [];
  const all = end === '.jpeg' ? [240, 560, 1040] : name.endsWith('-large') ? [...widths, 960] : widths;
  return all.map((width) => `${name}-${width}${end}`);
};
const pathsLeft = async () => (await query('SELECT path FROM stored_pictures')).map(({ path }) => path as string);

/** A picture after so many hours without a check. */
async function picture({ put }: Stock, { hours = 25, end = '-320.webp' } = {}): Promise<string> {
  const path = `/uploads/${randomUUID()}${end}`;
  for (const file of filesOf(path)) put(file);
  await query(
    `INSERT INTO stored_pictures (path, check_at) VALUES ($1, now() + interval '1 day' - make_interval(hours => $2))`,
    [path, hours],
  );
  return path;
}

/** As if so many days had passed since pictures were last released. */
const age = () => query(`UPDATE stored_pictures SET check_at = check_at - interval '1 day'`);

it.each(STOCKS)('removes what no row names after a day from %s, and nothing else', async (_, stock) => {
  const { store, files, put } = stock;
  const large = { end: '-large-320.webp' };
  const front = { end: '-560.jpeg' };
  const [face, catalog, listed, further, ordered, shown, young] = [
    await picture(stock),
    await picture(stock),
    await picture(stock),
    await picture(stock, large),
    await picture(stock),
    await picture(stock, front),
    await picture(stock, { hours: 23 }),
  ];
  for (const orphan of [{}, large, front]) await picture(stock, orphan);
  const [user, shop] = await Promise.all([createUser({ profileImage: face }), createShop({ picture: shown })]);
  const product = await createProduct({ shop, image: catalog });
  await createProduct({ shop, image: JSON.stringify(['/uploads/milk-320.webp', listed]) });
  await query('INSERT INTO product_pictures (product_id, position, image) VALUES ($1, 1, $2)', [
    product.product.id,
    further,
  ]);
  const sold = await createProduct({ shop, image: ordered });
  await placeOrder({ userId: user.id, body: orderBody([{ variant: sold.variants[0]! }]) });
  await query('UPDATE products SET image = NULL WHERE id = $1', [sold.product.id]);
  for (const file of ['milk-320.webp', 'readme.txt']) put(file);

  const calls = server.calls.length;
  await clearOrphanPictures(store);
  const left = [face, catalog, listed, further, ordered, shown, young];
  expect(new Set(files())).toEqual(new Set([...left.flatMap(filesOf), 'milk-320.webp', 'readme.txt']));
  expect(new Set(await pathsLeft())).toEqual(new Set(left));
  // Nothing is listed, and pictures in use are not checked again.
  expect(server.calls.slice(calls).every((call) => call.startsWith('DELETE '))).toBe(true);
  expect(await query('SELECT path FROM stored_pictures WHERE check_at IS NOT NULL')).toEqual([{ path: young }]);
});

it('removes a picture that a row no longer refers to when the process ended before it did', async () => {
  const stock = STOCKS[1]![1];
  const shop = await createShop({ picture: await picture(stock, { end: '-560.jpeg' }) });
  const user = await createUser({ profileImage: await picture(stock) });
  const [first, second] = [await picture(stock), await picture(stock)];
  const { product } = await createProduct({ shop, image: first });
  await query('INSERT INTO product_pictures (product_id, position, image) VALUES ($1, 1, $2)', [product.id, second]);
  await clearOrphanPictures(stock.store);
  expect(await pathsLeft()).toHaveLength(4);

  await query('UPDATE products SET image = $2 WHERE id = $1', [product.id, second]);
  await query('DELETE FROM product_pictures WHERE product_id = $1', [product.id]);
  await query('UPDATE users SET profile_image = NULL WHERE id = $1', [user.id]);
  await query('UPDATE shops SET picture = NULL WHERE id = $1', [shop.id]);
  await clearOrphanPictures(stock.store);
  expect(await pathsLeft()).toEqual([second]);
  expect(new Set(stock.files())).toEqual(new Set(filesOf(second)));
});

it('keeps a picture whose last row comes back before it is checked', async () => {
  const stock = STOCKS[1]![1];
  const path = await picture(stock);
  const { product } = await createProduct({ shop: await createShop(), image: path });
  await query('UPDATE products SET image = NULL WHERE id = $1', [product.id]);
  await query('UPDATE products SET image = $2 WHERE id = $1', [product.id, path]);
  await age();
  await clearOrphanPictures(stock.store);
  expect(await pathsLeft()).toEqual([path]);
});

it('keeps the row of a picture while the store is unavailable, and removes both later', async () => {
  const stock = STOCKS[1]![1];
  const path = await picture(stock);
  server.fault({ status: 503, times: 9, method: 'DELETE' });
  await expect(clearOrphanPictures(stock.store)).rejects.toThrow('The picture store is not available');
  expect([await pathsLeft(), stock.files()]).toEqual([[path], filesOf(path)]);
  await clearOrphanPictures(stock.store);
  expect([await pathsLeft(), stock.files()]).toEqual([[], []]);
});

it('removes nothing during an inventory, which does not know yet what orders show', async () => {
  const stock = STOCKS[1]![1];
  const path = await picture(stock);
  await query(`UPDATE picture_inventory SET last_file = 'a', finished_at = NULL`);
  await clearOrphanPictures(stock.store);
  expect(await pathsLeft()).toEqual([path]);
  await query(`UPDATE picture_inventory SET finished_at = now()`);
  await clearOrphanPictures(stock.store);
  expect(await pathsLeft()).toEqual([]);
});

it('searches every column with the path of a picture', async () => {
  const { rows } = await database().pool.query<{ column: string }>(
    `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name ~ '(image|picture|photo|logo)'
       -- The pictures of known products are part of the program.
       AND table_name <> 'known_products'
       -- Once it is no longer a picture of its product, nobody needs it.
       AND (table_name, column_name) <> ('imported_pictures', 'image')`,
  );
  const columns = rows.map(({ column }) => column);
  expect(new Set(columns)).toEqual(
    new Set([
      'users.profile_image',
      'products.image',
      'product_pictures.image',
      'order_items.image',
      'shops.picture',
      'imported_pictures.former_image',
    ]),
  );
});
