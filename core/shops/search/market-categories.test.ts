import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase } from '../../db/database.ts';
import { createCategory, createProduct, createPublicShop } from '../../test/factories.ts';
import { marketCategories } from './market-categories.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

const HERE = { latitude: 12.925, longitude: 77.593 };

it('names each category once that shops in reach have in stock, the one of most shops first', async () => {
  const [near, nearToo, away] = [
    await createPublicShop({ ...HERE, slug: 'near-dairy' }),
    await createPublicShop({ ...HERE, slug: 'near-stores' }),
    await createPublicShop({ latitude: 28.6, longitude: 77.2, slug: 'away-sweets' }),
  ];
  const milk = await createCategory({ name: 'Dairy', child: 'Milk' });
  const [own, soldOut, sweets, pens] = [
    await createCategory({ name: ' dairy' }),
    await createCategory({ name: 'Flowers' }),
    await createCategory({ name: 'Sweets' }),
    await createCategory({ name: 'Pens' }),
  ];
  await createProduct({ shop: near, name: 'Toned milk', categoryId: milk });
  await createProduct({ shop: nearToo, name: 'Curd', categoryId: own });
  await createProduct({ shop: near, name: 'Gel pen', categoryId: pens });
  await createProduct({ shop: near, name: 'Ink', categoryId: pens });
  await createProduct({ shop: near, name: 'Jasmine', categoryId: soldOut, variants: [{ stock: 0 }] });
  await createProduct({ shop: away, name: 'Peda', categoryId: sweets });
  expect((await marketCategories({ place: HERE })).map((name) => name.toLowerCase())).toEqual(['dairy', 'pens']);
  expect(await marketCategories({})).toContain('Sweets');
});
