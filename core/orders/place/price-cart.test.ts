import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../db/database.ts';
import type { User } from '../../db/accounts.models.ts';
import { createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import { priceCart } from './price-cart.ts';

let customer: User;
beforeAll(async () => {
  connectDatabase();
  customer = await createUser();
});
afterAll(stopServices);

async function itemsOfOneShop(...units: string[]) {
  const shop = await createShop();
  const { variants } = await createProduct({ shop, name: 'Toned Milk', variants: units.map((unit) => ({ unit })) });
  return orderBody(variants.map((variant) => ({ variant }))).items;
}

it('names and prices come from the catalog', async () => {
  const [item] = await itemsOfOneShop('1 l');
  const [line] = await priceCart(customer.id, [{ ...item!, quantity: 2 }]);
  expect(line).toMatchObject({ name: 'Toned Milk', quantity: 2, pricePaise: expect.any(Number) as number });
});

it('items of two shops are refused', async () => {
  const items = [...(await itemsOfOneShop('1 l')), ...(await itemsOfOneShop('1 l'))];
  await expect(priceCart(customer.id, items)).rejects.toMatchObject({ code: 'mixed_shops' });
});

it('an item that is not sold is called that, not an item of another shop', async () => {
  const [sold, gone] = await itemsOfOneShop('500 ml', '1 l');
  const items = [sold!, { ...gone!, id: '999999999999999-0-0-0' }];
  await expect(priceCart(customer.id, items)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'An item in your cart is no longer sold.',
  });
});
