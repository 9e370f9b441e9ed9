import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { CounterItem, CounterSaleBody } from '../../../contract/orders/counter-sales.calls.ts';
import type { OrderView } from '../../../contract/orders/orders.calls.ts';
import type { OperatorShopView } from '../../../contract/platform/operator-shops.calls.ts';
import { deviceThat, findAccount, OPERATOR } from './accounts.ts';
import { storeItems } from './open-contexts.ts';
import { freshBarcode } from './product-barcode.ts';
import { openSession } from './sign-in.ts';
import type { Language } from './texts.ts';

/** So far from the demo market that no visitor of another test is near it. */
const FAR_AWAY = { latitude: 13.08, longitude: 80.27 };

export type NewProduct = { name: string; price: number; stock: number };

/** A shop that no other test knows, with its admin logged in on the page and what it sells. */
export async function openNewShop(page: Page, products: readonly NewProduct[], language?: Language) {
  const barcode = freshBarcode();
  const slug = `shop-${barcode}`;
  const email = `owner@${slug}.example`;
  const operator = await findAccount(OPERATOR);
  const created = await page.request.post('/api/operator/shops', {
    headers: { authorization: `Bearer ${operator?.authToken}` },
    data: { slug, name: `Test Shop ${barcode.slice(-6)}`, minordervalue: 0, admin_email: email, ...FAR_AWAY },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id: shopId } = (await created.json()) as OperatorShopView;
  const session = await openSession(page, slug, email);
  const headers = { authorization: `Bearer ${session.authToken}` };
  await addProducts(page.request, headers, products);
  await storeItems(page.context(), deviceThat(session, language));

  const listed = await page.request.get(`/api/shops/${shopId}/counter-items`, { headers });
  const items = (await listed.json()) as CounterItem[];
  const itemNamed = (name: string) => items.find((item) => item.name === name)!;
  /** Sells over the counter: how many of each product, by name. */
  const sell = async (quantities: Record<string, number>, payment: CounterSaleBody['payment_method'] = 'cod') => {
    const lines = Object.entries(quantities).map(([name, quantity]) => {
      const { variant_id, price } = itemNamed(name);
      return { variant_id, quantity, price };
    });
    const total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    const answer = await page.request.post(`/api/shops/${shopId}/counter-sales`, {
      headers: { ...headers, 'idempotency-key': freshBarcode() },
      data: { lines, total, payment_method: payment } satisfies CounterSaleBody,
    });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()) as OrderView;
  };
  return { slug, shopId, email, session, headers, sell };
}

async function addProducts(
  request: APIRequestContext,
  headers: Record<string, string>,
  products: readonly NewProduct[],
): Promise<void> {
  const answer = await request.get('/api/categories', { headers });
  const categories = (await answer.json()) as { children: { id: number }[] }[];
  const category = String(categories.flatMap(({ children }) => children)[0]?.id);
  for (const product of products) {
    const multipart = { ...product, category_id: category, barcode: freshBarcode(), unit: '500 g' };
    await expect(await request.post('/api/products', { headers, multipart })).toBeOK();
  }
}
