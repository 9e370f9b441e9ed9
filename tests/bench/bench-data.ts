import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import type { Variant } from '@haat/core/db/catalog.models';
import { findSession, signAccessToken } from '@haat/core/accounts/session';
import { openSession } from '@haat/core/accounts/session-lifecycle';
import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { createCategory, createMember, createProduct, createShop, createUser } from '../../core/test/factories.ts';
import { orderBody } from '../../core/test/order-body.ts';

const SHOPS = 20;
const PRODUCTS = 48;
const SIZES = ['Small', 'Medium', 'Large'];
const CUSTOMERS = 20;
const PLENTY = 1_000_000_000;

export type OpenShop = { id: number; vendorId: number; vendorToken: string };
export type BenchShop = OpenShop & { variants: Variant[] };
export type BenchCustomer = { id: number; token: string };
export type BenchData = { shops: BenchShop[]; customers: BenchCustomer[] };

/** Twenty shops of 48 products in three sizes, a vendor each, and twenty customers, all logged in. */
export async function createBenchData(): Promise<BenchData> {
  connectDatabase();
  const categoryId = await createCategory({ name: 'Staples', child: 'Rice' });
  const shops: BenchShop[] = [];
  for (let at = 0; at < SHOPS; at++) shops.push(await stageShop(categoryId));
  const customers: BenchCustomer[] = [];
  for (let at = 0; at < CUSTOMERS; at++) {
    const user = await createUser();
    customers.push({ id: user.id, token: await tokenOf(user.id, shops[0]?.id ?? 0) });
  }
  return { shops, customers };
}

export const closeBenchData = closeDatabase;

async function stageShop(categoryId: number): Promise<BenchShop> {
  const shop = await openShop();
  const variants: Variant[] = [];
  for (let at = 0; at < PRODUCTS; at++) {
    const sizes = SIZES.map((size, nth) => ({ size, unit: 'kg', pricePaise: 5_000 * (nth + 1), stock: PLENTY }));
    const description = 'Of this harvest, cleaned twice, packed in the shop. Keep it dry and closed.';
    const made = await createProduct({ shop, categoryId, description, image: `rice-${at}`, variants: sizes });
    variants.push(...made.variants);
  }
  return { ...shop, variants };
}

/** A shop with a vendor who is logged in, and nothing in its catalog yet. */
export async function openShop(): Promise<OpenShop> {
  // Most orders here are never accepted. Their reminders would add load to the measurements.
  const { id } = await createShop({ remindSeconds: 3_600, alertSeconds: 3_600 });
  const vendor = await createMember({ shop: { id } });
  return { id, vendorId: vendor.id, vendorToken: await tokenOf(vendor.id, id) };
}

async function tokenOf(userId: number, shopId: number): Promise<string> {
  const { sessionId } = await openSession(database().pool, { userId, shopId });
  const session = await findSession(sessionId);
  if (!session) throw new Error('The session did not open');
  return signAccessToken(session);
}

export type OrderCall = { customer: BenchCustomer; shop: BenchShop; body: PlaceOrderBody; text: string; key: string };

const LINES = 3;
let made = 0;
const run = Date.now().toString(36);

/** The next order of a busy market: another customer, another shop, three of its products, never the same request. */
export function nextOrder({ shops, customers }: BenchData): OrderCall {
  const nth = made++;
  const shop = shops[nth % shops.length];
  const customer = customers[nth % customers.length];
  if (!shop || !customer) throw new Error('There are no shops');
  const first = (nth * 7) % (shop.variants.length - LINES);
  const body = orderBody(
    shop.variants.slice(first, first + LINES).map((variant) => ({ variant, quantity: 1 + (nth % 3) })),
  );
  return { customer, shop, body, text: JSON.stringify(body), key: `bench-${run}-${nth}` };
}
