import type { APIRequestContext, Page } from '@playwright/test';
import type { ShopProduct } from '../../contract/api/products.ts';
import { adminOf, deviceThat, type StoredSession, vendorOf } from './support/accounts.ts';
import { storeItems } from './support/open-contexts.ts';
import { openSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'deepa-electricals';

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default' });

type Counter = {
  shopId: number;
  get: <Body>(path: string) => Promise<Body>;
  setPrice: (id: number, price: number) => Promise<void>;
};

// A code is sent once in a while only.
let admin: StoredSession | undefined;
let member: StoredSession | undefined;

/** The shop, as another device of it sees and changes it. */
async function otherDevice(request: APIRequestContext): Promise<Counter> {
  admin ??= await openSession({ request }, SHOP, adminOf(SHOP));
  const { authToken } = admin;
  const headers = { authorization: `Bearer ${authToken}` };
  const { id: shopId } = (await (await request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  return {
    shopId,
    get: async (path) => (await request.get(path, { headers })).json(),
    setPrice: async (id, price) =>
      expect(await request.patch(`/api/variants/${id}/price`, { headers, data: { price } })).toBeOK(),
  };
}

async function workerIsReady(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('shows a change that cannot be applied beside what happened meanwhile, and keeps mine by choice', async ({
  page,
  context,
  request,
}) => {
  const counter = await otherDevice(request);
  const [, product] = await counter.get<ShopProduct[]>(`/api/shops/${counter.shopId}/products?limit=2`);
  const [variant] = product?.variants ?? [];
  if (!product || !variant) throw new Error('The shop has no second product');
  member ??= await openSession(page, SHOP, vendorOf(SHOP));
  await storeItems(page.context(), deviceThat(member));
  await page.goto(`/#/${SHOP}/admin/products`);
  await workerIsReady(page);
  const price = page.getByRole('textbox', { name: new RegExp(`^Price in rupees: ${product.name}`) }).first();
  await expect(price).toBeVisible();

  await context.setOffline(true);
  await price.fill(String(variant.price + 3));
  await price.press('Enter');
  await expect(page.getByText('Waiting for connection · 1 change')).toBeVisible();
  await counter.setPrice(variant.id, variant.price + 4);
  await context.setOffline(false);

  await page.getByText('1 change could not be applied').waitFor();
  await page.getByRole('button', { name: 'Decide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Waiting changes' });
  await expect(dialog.getByText(/Meanwhile the price was changed to/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Keep mine/ }).click();
  await expect(dialog.getByText('All changes are sent.')).toBeVisible();
  const after = await counter.get<ShopProduct>(`/api/shops/${counter.shopId}/products/${product.id}`);
  expect(after.variants[0]?.price).toBe(variant.price + 3);
  await counter.setPrice(variant.id, variant.price);
});
