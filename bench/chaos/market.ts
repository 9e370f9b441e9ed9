import { database } from '@haat/core/db/database';
import type { Variant } from '@haat/core/db/variant.model';
import { findSession } from '@haat/core/services/auth/find-session';
import { openSession } from '@haat/core/services/auth/open-session';
import { signAccessToken } from '@haat/core/services/auth/tokens';
import { createProduct, createShop, createUser } from '../../core/test/factories.ts';

const SHOPS = 3;
const PRODUCTS = 5;
const STOCK = 100_000;

export type Market = { shops: { id: number; variants: Variant[] }[] };
export type Shopper = { id: number; token: string };

export async function openMarket(): Promise<Market> {
  const shops: Market['shops'] = [];
  for (let at = 0; at < SHOPS; at++) {
    const shop = await createShop({ minOrderPaise: 0 });
    const variants: Variant[] = [];
    for (let nth = 1; nth <= PRODUCTS; nth++) {
      // Odd prices: an amount that belongs to another order shows.
      const made = await createProduct({ shop, variants: [{ pricePaise: 4_900 * nth + 111 * at, stock: STOCK }] });
      variants.push(...made.variants);
    }
    shops.push({ id: shop.id, variants });
  }
  return { shops };
}

export async function newShopper(shopId: number): Promise<Shopper> {
  const { id } = await createUser();
  const { sessionId } = await openSession(database().pool, { userId: id, shopId });
  const session = await findSession(sessionId);
  if (!session) throw new Error('The session did not open');
  return { id, token: await signAccessToken(session) };
}
