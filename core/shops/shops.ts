import type { NavigationItem } from '@haat/contract/shops/shops.calls';
import { Product } from '../db/catalog.models.ts';
import { MenuItem, Shop } from '../db/shops.models.ts';
import { one, sql } from '../db/database.ts';
import { hasProducts } from './public-shops.sql.ts';

/** Whether a shop is not public yet and takes no orders, because it has no published product. The platform's own shop never has. */
export async function isGettingReady({ id, isPlatform }: Pick<Shop, 'id' | 'isPlatform'>): Promise<boolean> {
  return !isPlatform && !(await one(HAS_PRODUCTS, { id }))?.hasProducts;
}

const HAS_PRODUCTS = sql<{ id: number }, { hasProducts: boolean }>(
  `SELECT ${hasProducts(':id::bigint')} AS has_products`,
);

/** The path of the uploaded picture of a shop; null when it has none, undefined for an unknown shop. */
export async function findShopPicture({ slug }: { slug: string }): Promise<string | null | undefined> {
  const shop = await Shop.query().findOne({ slug }).select('picture');
  return shop?.picture;
}

/**
 * The menu items in their order. With a shop, without the link to its products unless it has some to sell: the platform's own
 * shop never has.
 */
export async function listNavigationItems({ shopSlug }: { shopSlug?: string | undefined }): Promise<NavigationItem[]> {
  const items = MenuItem.query().select('id', 'name', 'description').orderBy(['position', 'id']);
  if (shopSlug === undefined) return items;
  const sells = Product.query()
    .joinRelated('shop')
    .where({ slug: shopSlug, suspendedAt: null, isPublished: true, deletedAt: null });
  return items.where((item) => item.whereNot('id', '/products').orWhereExists(sells));
}
