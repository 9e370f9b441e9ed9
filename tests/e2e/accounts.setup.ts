import { expect, test as setup } from '@playwright/test';
import {
  adminOf,
  CUSTOMER,
  storeAccounts,
  NEWCOMER,
  OPERATOR,
  vendorOf,
  type StoredSession,
} from './support/accounts.ts';
import { openSession } from './support/sign-in.ts';

const SHOP = 'malnad-dairy';

type OrderView = { id: number; orderNumber: string; order_status: string; shop: { slug: string } };

setup('those whom many tests need log in', async ({ request }) => {
  const shops = (await (await request.get('/api/shops')).json()) as { slug: string }[];
  expect(shops.length).toBeGreaterThanOrEqual(12);
  const members = shops.flatMap(({ slug }) => [[vendorOf(slug), slug] as const, [adminOf(slug), slug] as const]);
  const others = [[CUSTOMER, SHOP] as const, [NEWCOMER, SHOP] as const, [OPERATOR, 'haat'] as const];
  const everybody = [...members, ...others];
  const entries = everybody.map(async ([email, shop]) => [email, await openSession({ request }, shop, email)] as const);
  const people: Record<string, StoredSession> = Object.fromEntries(await Promise.all(entries));

  const headers = { authorization: `Bearer ${people[CUSTOMER]?.authToken}` };
  const answer = await request.get('/api/orders/user', { params: { limit: 1 }, headers });
  const [order] = (await answer.json()) as OrderView[];
  expect(order).toBeDefined();
  const { id: orderId, orderNumber, order_status, shop } = order!;
  const orderSummary = JSON.stringify({ orderId, orderNumber, order_status, shopSlug: shop.slug });
  storeAccounts({ ...people, [CUSTOMER]: { ...people[CUSTOMER], orderSummary } });
});
