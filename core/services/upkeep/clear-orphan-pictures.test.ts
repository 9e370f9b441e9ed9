import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import { diskImageStore } from '../../gateways/image-store.ts';
import { SHOP_PICTURE_WIDTHS } from '../../pictures/shop-picture.ts';
import { createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import { placeOrder } from '../orders/place-order.ts';
import { clearOrphanPictures } from './clear-orphan-pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'haat-orphans-'));
const store = diskImageStore(folder);
beforeAll(() => connectDatabase());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stopServices();
});

const widths = [160, 320, 640];
const filesOf = (name: string) => widths.map((width) => `${name}-${width}.webp`);
const frontOf = (name: string) => SHOP_PICTURE_WIDTHS.map((width) => `${name}-${width}.jpeg`);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

function keep(file: string, hours: number): void {
  writeFileSync(join(folder, file), 'picture');
  utimesSync(join(folder, file), hoursAgo(hours), hoursAgo(hours));
}

function picture({ hours = 25 } = {}): { name: string; path: string } {
  const name = randomUUID();
  for (const file of filesOf(name)) keep(file, hours);
  return { name, path: `/uploads/${name}-320.webp` };
}

it('removes what no row names after a day, drafts too, and nothing else', async () => {
  const [face, shelf, listed, ordered, young, orphan] = [
    picture(),
    picture(),
    picture(),
    picture(),
    picture({ hours: 23 }),
    picture(),
  ];
  const [user, shop] = await Promise.all([createUser({ profileImage: face.path }), createShop()]);
  await createProduct({ shop, image: shelf.path });
  await createProduct({ shop, image: JSON.stringify(['/uploads/milk-320.webp', listed.path]) });
  const { product, variants } = await createProduct({ shop, image: ordered.path });
  await placeOrder({ userId: user.id, body: orderBody([{ variant: variants[0]! }]) });
  await database().knex('products').where({ id: product.id }).update({ image: null });
  for (const file of ['milk-320.webp', 'readme.txt', `.${randomUUID()}`]) keep(file, 25);
  const draft = `.${randomUUID()}`;
  keep(draft, 1);

  await clearOrphanPictures(store);
  const left = [face, shelf, listed, ordered, young].flatMap(({ name }) => filesOf(name));
  expect(new Set(readdirSync(folder))).toEqual(new Set([...left, 'milk-320.webp', 'readme.txt', draft]));
  expect(left.some((file) => file.includes(orphan.name))).toBe(false);
});

it("keeps the front that a shop shows, and removes another's", async () => {
  const [shown, orphan] = [randomUUID(), randomUUID()];
  for (const file of [...frontOf(shown), ...frontOf(orphan)]) keep(file, 25);
  await createShop({ picture: `/uploads/${shown}-560.jpeg` });
  await clearOrphanPictures(store);
  expect(
    readdirSync(folder)
      .filter((file) => file.endsWith('.jpeg'))
      .toSorted(),
  ).toEqual(frontOf(shown).toSorted());
});

it('does nothing where no picture was kept yet', async () => {
  await expect(clearOrphanPictures(diskImageStore(join(folder, 'nowhere')))).resolves.toBeUndefined();
});

it('asks every column that names a picture', async () => {
  const { rows } = await database().pool.query<{ column: string }>(
    `SELECT table_name || '.' || column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name ~ '(image|picture|photo|logo)'`,
  );
  const columns = rows.map(({ column }) => column);
  expect(new Set(columns)).toEqual(
    new Set(['users.profile_image', 'products.image', 'order_items.image', 'shops.picture']),
  );
});
