import { expect, type APIRequestContext } from '@playwright/test';
import { deviceThat, findAccount, OPERATOR } from './support/accounts.ts';
import { expectAccessible } from './support/accessibility.ts';
import { storeItems } from './support/open-contexts.ts';
import { openSession } from './support/sign-in.ts';
import { test } from './support/test.ts';

test('a shop is public with its first product, and not before', async ({ newUser }, testInfo) => {
  const [{ page: customer }, { page: owner }] = [await newUser(), await newUser()];
  const slug = `new-dairy-${testInfo.retry}-${Date.now().toString(36)}`;
  const name = `Shanti Dairy ${Date.now().toString(36)}`;
  const admin = `owner@${slug}.example`;
  const session = await findAccount(OPERATOR);
  const created = await customer.request.post('/api/operator/shops', {
    headers: { authorization: `Bearer ${session?.authToken}` },
    data: { slug, name, admin_email: admin, latitude: 13.08, longitude: 80.27, minordervalue: 0 },
  });
  expect(created.status()).toBe(201);

  const sentence = `${name} is getting ready. It is not open for orders yet.`;
  const near = 'lat=13.08&lng=80.27&limit=200';
  expect(await listed(customer.request, near)).not.toContain(slug);
  expect(await listed(customer.request, 'limit=999')).not.toContain(slug);
  await customer.goto(`/#/${slug}/products`);
  await expect(customer.getByText(sentence)).toBeVisible();
  await expect(customer.getByText('Open Now')).toHaveCount(0);
  await expectAccessible(customer);

  const ownSession = await openSession(owner, slug, admin);
  const { authToken } = ownSession;
  await storeItems(owner.context(), deviceThat(ownSession));
  await owner.goto(`/#/${slug}/products`);
  await expect(owner.getByText(sentence)).toBeVisible();
  await owner.getByRole('link', { name: 'See what is missing' }).click();
  await expect(owner).toHaveURL(new RegExp(`/${slug}/admin/dashboard$`));
  await expect(owner.getByRole('link', { name: 'Not open yet' })).toBeVisible();

  const added = await owner.request.post('/api/products', {
    headers: { authorization: `Bearer ${authToken}` },
    multipart: {
      name: 'Curd',
      category_id: await firstCategory(owner.request, authToken),
      price: '30',
      stock: '5',
      unit: '500 g',
    },
  });
  expect(added.status(), await added.text()).toBe(201);
  // Both screens follow without a reload.
  await expect(customer.getByRole('heading', { name: 'Curd', exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(owner.getByRole('button', { name: /^Orders: / })).toBeVisible({ timeout: 15_000 });
  expect(await listed(customer.request, near)).toContain(slug);
  expect(await listed(customer.request, 'limit=999')).toContain(slug);
  const found = await customer.request.get(`/api/search?q=${encodeURIComponent(name)}`);
  expect(JSON.stringify((await found.json()).shops)).toContain(slug);
});

async function listed(request: APIRequestContext, query: string): Promise<string[]> {
  const shops = (await (await request.get(`/api/shops?${query}`)).json()) as { slug: string }[];
  return shops.map((shop) => shop.slug);
}

async function firstCategory(request: APIRequestContext, authToken: string | undefined): Promise<string> {
  const headers = { authorization: `Bearer ${authToken}` };
  const categories = (await (await request.get('/api/categories', { headers })).json()) as {
    children: { id: number }[];
  }[];
  return String(categories.flatMap(({ children }) => children)[0]?.id);
}
