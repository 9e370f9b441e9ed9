import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import { startBucket } from '../../../tests/fixtures/bucket/start-bucket.ts';
import { diskImageStore, type ImageStore, s3ImageStore } from '../../gateways/image-store.ts';
import { SHOP_PICTURE_WIDTHS } from '../../pictures/store-picture.ts';
import { createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { settingsOf } from '../../test/picture-stores.ts';
import { stopServices } from '../../test/stop-services.ts';
import { placeOrder } from '../orders/place-order.ts';
import { clearOrphanPictures } from './clear-orphan-pictures.ts';

/** One store, what is in it, and how to put a file there that has not changed for so many hours. */
type Stock = { store: ImageStore; files(): string[]; put(file: string, hours: number): void };

const folder = mkdtempSync(join(tmpdir(), 'haat-orphans-'));
const server = await startBucket({ mostListed: 4 });
const { objects } = server.bucket;
const STOCKS: [string, Stock][] = [
  [
    'a folder',
    {
      store: diskImageStore(folder),
      files: () => readdirSync(folder),
      put(file, hours) {
        writeFileSync(join(folder, file), 'picture');
        utimesSync(join(folder, file), hoursAgo(hours), hoursAgo(hours));
      },
    },
  ],
  [
    'a bucket, listed in parts',
    {
      store: s3ImageStore(settingsOf(server)),
      files: () => [...objects.keys()],
      put: (file, hours) =>
        void objects.set(file, { bytes: Buffer.from('picture'), type: '', cacheControl: '', at: hoursAgo(hours) }),
    },
  ],
];

beforeAll(() => connectDatabase());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
  await stopServices();
});

const widths = [160, 320, 640];
const filesOf = (name: string) => widths.map((width) => `${name}-${width}.webp`);
const frontOf = (name: string) => SHOP_PICTURE_WIDTHS.map((width) => `${name}-${width}.jpeg`);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

function picture({ put }: Stock, hours = 25): { name: string; path: string } {
  const name = randomUUID();
  for (const file of filesOf(name)) put(file, hours);
  return { name, path: `/uploads/${name}-320.webp` };
}

it.each(STOCKS)('removes what no row names after a day from %s, and nothing else', async (_, stock) => {
  const { store, files, put } = stock;
  const [face, catalog, listed, ordered, young, orphan] = [
    picture(stock),
    picture(stock),
    picture(stock),
    picture(stock),
    picture(stock, 23),
    picture(stock),
  ];
  const [user, shop] = await Promise.all([createUser({ profileImage: face.path }), createShop()]);
  await createProduct({ shop, image: catalog.path });
  await createProduct({ shop, image: JSON.stringify(['/uploads/milk-320.webp', listed.path]) });
  const { product, variants } = await createProduct({ shop, image: ordered.path });
  await placeOrder({ userId: user.id, body: orderBody([{ variant: variants[0]! }]) });
  await database().knex('products').where({ id: product.id }).update({ image: null });
  for (const file of ['milk-320.webp', 'readme.txt']) put(file, 25);

  await clearOrphanPictures(store);
  const left = [face, catalog, listed, ordered, young].flatMap(({ name }) => filesOf(name));
  expect(new Set(files())).toEqual(new Set([...left, 'milk-320.webp', 'readme.txt']));
  expect(left.some((file) => file.includes(orphan.name))).toBe(false);
});

it.each(STOCKS)(
  'leaves the picture that a shop shows, and removes an orphan, in %s',
  async (_, { store, files, put }) => {
    const [shown, orphan] = [randomUUID(), randomUUID()];
    for (const file of [...frontOf(shown), ...frontOf(orphan)]) put(file, 25);
    await createShop({ picture: `/uploads/${shown}-560.jpeg` });
    await clearOrphanPictures(store);
    expect(
      files()
        .filter((file) => file.endsWith('.jpeg'))
        .toSorted(),
    ).toEqual(frontOf(shown).toSorted());
  },
);

it.each(STOCKS)('leaves the further and large pictures of a product in %s', async (_, { store, files, put }) => {
  const [shown, orphan] = [randomUUID(), randomUUID()];
  const largeOf = (name: string) => [...widths, 960].map((width) => `${name}-large-${width}.webp`);
  for (const file of [...largeOf(shown), ...largeOf(orphan)]) put(file, 25);
  const { product } = await createProduct({ shop: await createShop() });
  const row = { product_id: product.id, position: 1, image: `/uploads/${shown}-large-320.webp` };
  await database().knex('product_pictures').insert(row);
  await clearOrphanPictures(store);
  expect(new Set(files().filter((file) => file.includes('-large-')))).toEqual(new Set(largeOf(shown)));
});

it('removes the drafts of a day from a folder', async () => {
  const { store, files, put } = STOCKS[0]![1];
  const [old, young] = [`.${randomUUID()}`, `.${randomUUID()}`];
  put(old, 25);
  put(young, 1);
  await clearOrphanPictures(store);
  expect(files().filter((file) => file.startsWith('.'))).toEqual([young]);
});

it('removes nothing while the store is unavailable', async () => {
  const away = s3ImageStore(settingsOf(server));
  const { name } = picture(STOCKS[1]![1]);
  server.fault({ status: 503, times: 3 });
  await expect(clearOrphanPictures(away)).rejects.toThrow('The picture store is not available');
  expect(filesOf(name).every((file) => objects.has(file))).toBe(true);
});

it('does nothing where no picture was stored yet', async () => {
  await expect(clearOrphanPictures(diskImageStore(join(folder, 'nowhere')))).resolves.toBeUndefined();
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
