import { many, sql } from '../db/database.ts';
import type { Seller } from './seller.sql.ts';

/** A seller that a shop was until then. */
export type FormerIdentity = Seller & { until: Date };

/** The former names of a shop, oldest first; most shops have none. */
export const listFormerIdentities = (shopId: number): Promise<FormerIdentity[]> => many(LIST, { shopId });

const LIST = sql<{ shopId: number }, FormerIdentity>(
  `SELECT until, name, address, phone, gstin, fssai_licence FROM former_shop_identities WHERE shop_id = :shopId ORDER BY until`,
);
