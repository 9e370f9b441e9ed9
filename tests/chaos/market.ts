import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { IF_UNAVAILABLE } from '@haat/contract/orders/order-terms';
import { database } from '@haat/core/db/database';
import type { Variant } from '@haat/core/db/catalog.models';
import { findSession, signAccessToken } from '@haat/core/accounts/session';
import { openSession } from '@haat/core/accounts/session-lifecycle';
import { createAddress, createMember, createProduct, createShop, createUser } from '../../core/test/factories.ts';

const SHOPS = 3;
const PRODUCTS = 5;
const STOCK = 100_000;
const SCARCE = 12;

export type Person = { id: number; token: string };
export type Customer = Person & { addressId: number };
/** `scarce`: what there is too little of, until the vendor puts more in the catalog. */
export type MarketShop = { id: number; slug: string; variants: Variant[]; scarce: Variant; vendor: Person };
export type Market = { shops: MarketShop[] };

export async function openMarket(): Promise<Market> {
  const shops: MarketShop[] = [];
  for (let at = 0; at < SHOPS; at++) shops.push(await openShop(at));
  return { shops };
}

async function openShop(at: number): Promise<MarketShop> {
  // In the first one, customers have to ask from the start; in the others they can still take an accepted order back.
  const { id, slug } = await createShop({ minOrderPaise: 0, cancelGraceMinutes: at === 0 ? 0 : 2 });
  const shop = { id };
  const variants: Variant[] = [];
  for (let nth = 1; nth <= PRODUCTS; nth++) {
    // Odd prices: an amount that belongs to another order shows.
    const made = await createProduct({ shop, variants: [{ pricePaise: 4_900 * nth + 111 * at, stock: STOCK }] });
    variants.push(...made.variants);
  }
  const byWeight = { pricePaise: 8_700 + 17 * at, stock: STOCK, unit: '1 kg' };
  variants.push(...(await createProduct({ shop, variants: [byWeight] })).variants);
  const { variants: few } = await createProduct({ shop, variants: [{ pricePaise: 2_300 + 13 * at, stock: SCARCE }] });
  const [scarce] = few;
  if (!scarce) throw new Error('The product has no variant');
  return { id, slug, variants, scarce, vendor: await signedIn((await createMember({ shop })).id, id) };
}

export async function newCustomer(shopId: number): Promise<Customer> {
  const user = await createUser();
  const { id: addressId } = await createAddress({ user });
  return { ...(await signedIn(user.id, shopId)), addressId };
}

/** A customer's wishes for an order: delivery or takeaway, and what the shop should do if an item is not available. */
export const wishesOf = ({ addressId }: Customer, chance: () => number): Partial<PlaceOrderBody> => ({
  if_unavailable: IF_UNAVAILABLE[Math.floor(chance() * IF_UNAVAILABLE.length)],
  ...(chance() < 0.5 && { takeaway: false, address: { id: addressId } }),
});

async function signedIn(id: number, shopId: number): Promise<Person> {
  const { sessionId } = await openSession(database().pool, { userId: id, shopId });
  const session = await findSession(sessionId);
  if (!session) throw new Error('The session did not open');
  return { id, token: await signAccessToken(session) };
}
