import './test/uploads-folder.ts';
import { chownSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { database } from '@haat/core/db/database';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { afterAll, expect, it } from 'vitest';
import { mountSmallDisk, NO_SMALL_DISK, type SmallDisk } from '../tests/fixtures/small-disk.ts';
import { apiTest } from './test/api-client.ts';
import { formOf } from './test/form.ts';
import { createPhoto } from './test/photo.ts';
import { removeUploads, uploadsFolder } from './test/uploads-folder.ts';

const api = apiTest();
const disks: SmallDisk[] = [];
afterAll(() => {
  for (const disk of disks) disk.unmount();
  removeUploads();
});

/** Skips the test where no disk can be mounted, or PostgreSQL runs elsewhere. */
function smallDisk(kib: number, skip: (reason: string) => never): SmallDisk {
  if (process.env.TEST_DATABASE_URL) skip('PostgreSQL may be on another machine');
  const disk = mountSmallDisk(kib) ?? skip(NO_SMALL_DISK);
  disks.push(disk);
  return disk;
}

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

it('rejects orders as unavailable while the disk of the database is full, and accepts them when there is space', async ({
  skip,
}) => {
  const disk = smallDisk(16_384, skip);
  const [shop, user] = [await createShop(), await createUser()];
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 100_000 }] });
  const customer = api.as(await api.signIn({ user, shop }));
  const body = orderBody([{ variant: variants[0]! }]);
  const place = (nr: number) =>
    customer.post('/api/orders', { body, headers: { 'idempotency-key': `full-disk-order-${nr}` } });
  await moveTables(disk);
  disk.fill();

  const placed: number[] = [];
  let refused = await place(0);
  for (let nr = 0; refused.status === 201; refused = await place((nr += 1))) placed.push(refused.body.orderId);
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
    503,
    '5',
    { code: 'unavailable', message: 'The service is not available right now, please try again.' },
  ]);
  expect((await place(placed.length)).status).toBe(503);
  expect((await customer.get(`/api/orders/user?limit=1`)).status).toBe(200);
  const ids = async () => (await sql<{ id: number }>('SELECT id FROM orders ORDER BY id')).map(({ id }) => id);
  expect(await ids()).toEqual(placed);
  expect(await brokenInvariants(database().pool)).toEqual([]);

  disk.free();
  const again = await place(placed.length);
  expect(again.status).toBe(201);
  expect((await place(placed.length)).body.orderId).toBe(again.body.orderId);
  expect(await ids()).toEqual([...placed, again.body.orderId]);
  expect(await brokenInvariants(database().pool)).toEqual([]);
  await moveTables();
});

const TABLESPACE = 'haat_small_disk';

/** Moves the tables that grow with each order to that disk, or back. */
async function moveTables(disk?: SmallDisk): Promise<void> {
  if (disk) {
    const [{ data_directory: cluster } = { data_directory: '' }] = await sql<{ data_directory: string }>(
      'SHOW data_directory',
    );
    const { uid, gid } = statSync(cluster);
    chownSync(disk.path, uid, gid);
    await sql(`CREATE TABLESPACE ${TABLESPACE} LOCATION '${disk.path}'`);
  }
  for (const table of ['orders', 'order_items'])
    await sql(`ALTER TABLE ${table} SET TABLESPACE ${disk ? TABLESPACE : 'pg_default'}`);
  if (!disk) await sql(`DROP TABLESPACE ${TABLESPACE}`);
}

it('rejects a picture as unavailable while the disk of the pictures is full, and leaves no part of it', async ({
  skip,
}) => {
  const disk = smallDisk(1_024, skip);
  removeUploads();
  symlinkSync(disk.path, uploadsFolder);
  const shop = await createShop();
  const vendor = api.as(await api.signIn({ user: await createMember({ shop, role: 'admin' }), shop }));
  const { product } = await createProduct({ shop });
  const path = `/api/products/${product.id}`;
  const addPicture = async () => vendor.request('PUT', path, { body: formOf({ image: await createPhoto() }) });
  disk.fill();
  const refused = await addPicture();
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect(readdirSync(disk.path)).toEqual(['.filler']);

  disk.free();
  expect((await addPicture()).status).toBe(200);
  expect(readdirSync(disk.path).length).toBeGreaterThan(0);
});
