import { navigationView } from '@haat/contract/api/navigation.schema';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../test/api-client.ts';

let api: TestApi;
beforeAll(async () => {
  connectDatabase();
  api = await startApi();
});
afterAll(async () => {
  await api.stop();
  await closeDatabase();
});

it('lists the menu items in their order, to anybody, with a stale token too', async () => {
  for (const who of [api.as(), api.as('stale')]) {
    const { status, body } = await who.get('/api/navigation');
    expect(status).toBe(200);
    expect(navigationView.parse(body)).toEqual(body);
    expect(body.navItems.map(({ id }: { id: string }) => id)).toEqual(['/products', '/order-history']);
    expect(body.navItems[0].description).toEqual(['Everything on the shelf', 'Sorted by category']);
  }
});
