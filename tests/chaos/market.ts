import { database } from '@haat/core/db/database';
import type { Variant } from '@haat/core/db/variant.model';
import { findSession, signAccessToken } from '@haat/core/services/auth/session';
import { openSession } from '@haat/core/services/auth/session-lifecycle';
import { createMember, createProduct, createShop, createUser } from '../../core/test/factories.ts';

const SHOPS = 3;
const PRODUCTS = 5;
const STOCK = 100_000;
const SCARCE = 12;

export type Person = { id: number; token: string };
/** `scarce`: what there is too little of, until the vendor puts more in the catalog. */
export type MarketShop = { id: number; slug: string; variants: Variant[]; scarce: Variant; vendor: Person };
export type Market = { shops: MarketShop[] };

export async function openMarket(): Promise<Market> {
  const shops: MarketShop[] = [];
  for (let at = 0; at < SHOPS; at++) shops.push(await openShop(at));
  return { shops };
}

async function openShop(at: number): Promise<MarketShop> {
  const { id, slug } = await createShop({ minOrderPaise: 0 });
  const shop = { id };
  const variants: Variant[] = [];
  for (let nth = 1; nth <= PRODUCTS; nth++) {
    // Odd prices: an amount that belongs to another order shows.
    const made = await createProduct({ shop, variants: [{ pricePaise: 4_900 * nth + 111 * at, stock: STOCK }] });
    variants.push(...made.variants);
  }
  const { variants: few } = await createProduct({ shop, variants: [{ pricePaise: 2_300 + 13 * at, stock: SCARCE }] });
  const [scarce] = few;
  if (!scarce) throw new Error('The product has no variant');
  return { id, slug, variants, scarce, vendor: await signedIn((await createMember({ shop })).id, id) };
}

export const newCustomer = async (shopId: number): Promise<Person> => signedIn((await createUser()).id, shopId);

async function signedIn(id: number, shopId: number): Promise<Person> {
  const { sessionId } = await openSession(database().pool, { userId: id, shopId });
  const session = await findSession(sessionId);
  if (!session) throw new Error('The session did not open');
  return { id, token: await signAccessToken(session) };
}
