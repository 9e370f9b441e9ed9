import { navigationView } from '@haat/contract/api/shops';
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
