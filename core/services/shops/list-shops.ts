import { Shop } from '../../db/shop.model.ts';

const CAP = 1000;

/** The shops open to the public by their id, from the one after `after` on, at most `limit` and never more than 1000. */
export async function listShops({ limit = CAP, after = 0 }: { limit?: number; after?: number }): Promise<Shop[]> {
  return Shop.query()
    .where('id', '>', after)
    .where({ suspendedAt: null, isPlatform: false })
    .orderBy('id')
    .limit(Math.min(limit, CAP));
}
