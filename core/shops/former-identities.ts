import { FormerIdentity } from '../db/shops.models.ts';

/** The former names of a shop, oldest first; most shops have none. */
export async function listFormerIdentities(shopId: number): Promise<FormerIdentity[]> {
  return FormerIdentity.query().where({ shopId }).orderBy('until');
}
