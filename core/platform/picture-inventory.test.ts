import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBucket } from '../../tests/fixtures/bucket/start-bucket.ts';
import { connectDatabase, database } from '../db/database.ts';
import { s3ImageStore } from '../gateways/image-store.ts';
import { createProduct, createShop, createUser } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { PICTURE_STORES, type PictureStore, settingsOf } from '../test/picture-stores.ts';
import { stopServices } from '../test/stop-services.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { clearOrphanPictures } from './clear-orphan-pictures.ts';
import { continuePictureInventory, restartPictureInventory } from './picture-inventory.ts';

beforeAll(() => connectDatabase());
beforeEach(async () => {
  await query('DELETE FROM stored_pictures');
  await restartPictureInventory();
});
afterAll(() => stopServices());

const query = async (text: string) => (await database().pool.query(text)).rows;
const pathsEntered = async () =>
  (await query('SELECT path FROM stored_pictures')).map(({ path }) => path as string).toSorted();
const filesOf = (path: string) => [160, 320, 640].map((width) => path.slice(9).replace('-320.', `-${width}.`));
const newPath = () => `/uploads/${randomUUID()}-320.webp`;

describe.each(PICTURE_STORES)('of $name', ({ start }) => {
  let opened: PictureStore;
  beforeAll(async () => void (opened = await start()));
  afterAll(() => opened.stop());

  it('enters the pictures that are there, each once, and no other file', async () => {
    const { store } = opened;
    const paths = Array.from({ length: 5 }, newPath).toSorted();
    for (const file of [...paths.flatMap(filesOf), 'milk-320.webp', `${randomUUID()}-999.webp`])
      await store.put(file, Buffer.from('picture'));
    expect(await continuePictureInventory({ store })).toBe(true);
    expect(await pathsEntered()).toEqual(paths);
    // They are too new to be checked before tomorrow.
    await clearOrphanPictures(store);
    expect(await pathsEntered()).toEqual(paths);
    await query(`UPDATE stored_pictures SET check_at = check_at - interval '1 day'`);
    await clearOrphanPictures(store);
    expect(await pathsEntered()).toEqual([]);
    expect(await store.open(filesOf(paths[0]!)[1]!)).toBeUndefined();
    const drawn = await store.open('milk-320.webp');
    expect(drawn?.length).toBe(7);
    drawn?.stream.destroy();
  });
});

describe('of a bucket with several lists', () => {
  const paths = Array.from({ length: 5 }, newPath).toSorted();
  const { objects, server, store } = setUp();
  const lists = () => server().calls.filter((call) => call === 'GET').length;

  it('continues where it was interrupted, and lists nothing once it is finished', async () => {
    expect(await continuePictureInventory({ store: store(), maxBatches: 2 })).toBe(false);
    expect(await pathsEntered()).toEqual(paths.slice(0, 3));
    // The third of the next calls fails with all its attempts.
    expect(await continuePictureInventory({ store: store(), maxBatches: 1 })).toBe(false);
    server().fault({ status: 503, times: 3, method: 'GET' });
    await expect(continuePictureInventory({ store: store() })).rejects.toThrow('The picture store is not available');
    const before = lists();
    expect(await continuePictureInventory({ store: store() })).toBe(true);
    expect(lists() - before).toBe(1);
    expect(await pathsEntered()).toEqual(paths);
    expect(await continuePictureInventory({ store: store() })).toBe(true);
    await clearOrphanPictures(store());
    expect(lists() - before).toBe(1);
  });

  it('does not begin while processes of the previous version may still store pictures', async () => {
    await query(`UPDATE picture_inventory SET begins_at = now() + interval '1 hour'`);
    const before = lists();
    expect(await continuePictureInventory({ store: store() })).toBe(false);
    expect(lists()).toBe(before);
  });

  it('finds what only an order shows, so that it is kept', async () => {
    const [ordered = ''] = paths;
    const [user, shop] = await Promise.all([createUser(), createShop()]);
    const { product, variants } = await createProduct({ shop, image: ordered });
    await placeOrder({ userId: user.id, body: orderBody([{ variant: variants[0]! }]) });
    await query(`UPDATE products SET image = NULL WHERE id = ${product.id}`);
    await continuePictureInventory({ store: store() });
    await query(`UPDATE stored_pictures SET check_at = now()`);
    await clearOrphanPictures(store());
    expect(await pathsEntered()).toEqual([ordered]);
    expect([...objects().keys()].toSorted()).toEqual(filesOf(ordered).toSorted());
  });

  function setUp() {
    let bucket: Awaited<ReturnType<typeof startBucket>>;
    beforeAll(async () => void (bucket = await startBucket({ mostListed: 4 })));
    afterAll(() => bucket.stop());
    beforeEach(() => {
      bucket.bucket.objects.clear();
      const object = { bytes: Buffer.from('picture'), type: '', cacheControl: '', at: new Date() };
      for (const file of paths.flatMap(filesOf)) bucket.bucket.objects.set(file, object);
    });
    return {
      objects: () => bucket.bucket.objects,
      server: () => bucket,
      store: () => s3ImageStore(settingsOf(bucket)),
    };
  }
});
