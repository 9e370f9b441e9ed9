import { navigationView } from '@haat/contract/shops/shops.calls';
import { createProduct, createShop } from '@haat/core/test/factories';
import { expect, it } from 'vitest';
import { apiTest } from '../test/api-client.ts';

const api = apiTest();

it('lists the menu items in their order, to anybody, with a stale token too', async () => {
  for (const who of [api.as(), api.as('stale')]) {
    const { status, body } = await who.get('/api/navigation');
    expect(status).toBe(200);
    expect(navigationView.parse(body)).toEqual(body);
    expect(body.navItems.map(({ id }: { id: string }) => id)).toEqual(['/products', '/order-history']);
    expect(body.navItems[0].description).toEqual(['Everything in the catalog', 'Sorted by category']);
  }
});

it('leaves out the products of a shop that sells nothing', async () => {
  const shop = await createShop({ slug: 'selling' });
  await createProduct({ shop });
  await createShop({ slug: 'empty' });
  const idsIn = async (slug: string) => {
    const { status, body } = await api.as().get(`/api/navigation?shop=${slug}`);
    expect(status).toBe(200);
    return body.navItems.map(({ id }: { id: string }) => id);
  };
  expect(await idsIn(shop.slug)).toEqual(['/products', '/order-history']);
  expect(await idsIn('empty')).toEqual(['/order-history']);
  expect(await idsIn('no-such-shop')).toEqual(['/order-history']);
});
