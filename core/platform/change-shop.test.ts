import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import { createShop, createUser } from '../test/factories.ts';
import { stopServices } from '../test/stop-services.ts';
import { findShop } from '../db/find-shop.ts';
import { changeShop } from './change-shop.ts';
import { createShop as createByOperator } from './platform-shops.ts';

let operator: User;
beforeAll(async () => {
  connectDatabase();
  operator = await createUser({ isPlatformAdmin: true });
});
afterAll(stopServices);

const change = (shop: Shop, given: { slug?: string; trade?: string | null }) =>
  changeShop({ shopId: shop.id, actorId: operator.id, ...given });
const idAt = async (slug: string) => (await findShop({ slug })).id;
const activities = async (shop: Shop) =>
  (
    await database().pool.query(
      'SELECT action, actor_id, before, after FROM activity_log WHERE shop_id = $1 ORDER BY id',
      [shop.id],
    )
  ).rows;

describe('a shop with another slug', () => {
  it('is found by the new one and by all former ones, however they are written', async () => {
    const shop = await createShop({ slug: 'First-Slug' });
    await change(shop, { slug: 'second-slug' });
    await change(shop, { slug: 'third-slug' });
    for (const slug of ['third-slug', 'second-slug', 'SECOND-slug', 'First-Slug', 'first-slug'])
      expect(await findShop({ slug })).toMatchObject({ id: shop.id, slug: 'third-slug' });
  });

  it('can return to a former one', async () => {
    const shop = await createShop({ slug: 'there' });
    await change(shop, { slug: 'and-back' });
    await change(shop, { slug: 'there' });
    expect(await findShop({ slug: 'and-back' })).toMatchObject({ id: shop.id, slug: 'there' });
    const { rows } = await database().pool.query('SELECT slug FROM shop_former_slugs WHERE shop_id = $1', [shop.id]);
    expect(rows).toEqual([{ slug: 'and-back' }]);
  });

  it('keeps its former slugs from other shops, new ones, too', async () => {
    const shop = await createShop({ slug: 'kept-one' });
    const other = await createShop();
    await change(shop, { slug: 'newer-one' });
    await expect(change(other, { slug: 'kept-one' })).rejects.toMatchObject({ code: 'slug_taken' });
    await expect(change(other, { slug: 'newer-one' })).rejects.toMatchObject({ code: 'slug_taken' });
    const fields = { slug: 'kept-one', name: 'New', admin_email: 'kept-one@haat.example' };
    await expect(createByOperator({ actorId: operator.id, fields })).rejects.toMatchObject({ code: 'slug_taken' });
    expect(await idAt('kept-one')).toBe(shop.id);
    expect(await activities(other)).toEqual([]);
  });

  it('takes a slug of which only one of two concurrent requests gets it', async () => {
    const shops = [await createShop(), await createShop()];
    const results = await Promise.allSettled(shops.map((shop) => change(shop, { slug: 'requested-twice' })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

it('records who changed what, once', async () => {
  const shop = await createShop({ slug: 'recorded', trade: 'Dairy' });
  await change(shop, { slug: 'recorded-new', trade: null });
  await change(shop, { slug: 'recorded-new' });
  await change(shop, {});
  expect(await activities(shop)).toEqual([
    {
      action: 'shop.changed',
      actor_id: operator.id,
      before: { slug: 'recorded', trade: 'Dairy' },
      after: { slug: 'recorded-new', trade: null },
    },
  ]);
});

it('leaves the slug of the platform’s own shop, but not its type', async () => {
  const platform = await createShop({ slug: 'platform', isPlatform: true });
  await expect(change(platform, { slug: 'elsewhere' })).rejects.toMatchObject({ code: 'invalid_input' });
  await change(platform, { trade: 'Market' });
  expect(await Shop.query().findById(platform.id)).toMatchObject({ slug: 'platform', trade: 'Market' });
});

it('is not there for a shop that is not', async () => {
  await expect(changeShop({ shopId: 999_999_999, actorId: operator.id, trade: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
