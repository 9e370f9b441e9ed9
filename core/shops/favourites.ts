import { MAX_FAVOURITES } from '@haat/contract/shops/favourites.calls';
import { inTransaction, many, one, run, type Sql, sql } from '../db/database.ts';
import { FavouriteProduct } from '../db/catalog.models.ts';
import { FavouriteShop } from '../db/shops.models.ts';
import { DomainError } from '../errors.ts';
import { type ProductListing, LISTING_COLUMNS, OPTIONS_OF_VARIANT } from '../catalog/product-listing.sql.ts';
import type { ShopListing } from './list-all-shops.ts';
import { isPublic } from './public-shops.sql.ts';
import { SHOP_COLUMNS, withShops } from './with-shops.ts';

/** The ids of all favourites of a user, including currently unavailable ones. */
export async function listFavouriteIds({ userId }: { userId: number }): Promise<FavouriteIds> {
  return (await one(FAVOURITE_IDS, { userId })) ?? { shopIds: [], productIds: [] };
}

type FavouriteIds = { shopIds: number[]; productIds: number[] };

const FAVOURITE_IDS = sql<{ userId: number }, FavouriteIds>(
  `SELECT
     (SELECT coalesce(json_agg(shop_id), '[]') FROM favourite_shops WHERE user_id = :userId) AS shop_ids,
     (SELECT coalesce(json_agg(product_id), '[]') FROM favourite_products WHERE user_id = :userId) AS product_ids`,
);

/** The favourite shops that customers can find, the newest favourite first. */
export async function listFavouriteShops({ userId }: { userId: number }): Promise<ShopListing[]> {
  return many(FAVOURITE_SHOPS, { userId });
}

const FAVOURITE_SHOPS = sql<{ userId: number }, ShopListing>(
  `SELECT ${SHOP_COLUMNS} FROM favourite_shops favourite
   JOIN shops ON shops.id = favourite.shop_id AND ${isPublic()}
   WHERE favourite.user_id = :userId
   ORDER BY favourite.created_at DESC, shops.id`,
);

type ListedProduct = ProductListing & { shop: ShopListing };

/**
 * The favourite products that are published in a shop that is not suspended, the newest favourite first, each with its first
 * variant in stock, else its first one.
 */
export async function listFavouriteProducts({ userId }: { userId: number }): Promise<ListedProduct[]> {
  return withShops(await many(FAVOURITE_PRODUCTS, { userId }));
}

const FAVOURITE_PRODUCTS = sql<{ userId: number }, ProductListing & { shopId: number }>(
  `SELECT ${LISTING_COLUMNS}, v.variant_count, p.shop_id
   FROM favourite_products favourite
   JOIN products p ON p.id = favourite.product_id AND p.is_published AND p.deleted_at IS NULL
   CROSS JOIN LATERAL (
     SELECT *, count(*) OVER () AS variant_count FROM variants
     WHERE product_id = p.id AND deleted_at IS NULL
     ORDER BY stock >= content DESC, position, id LIMIT 1
   ) v ${OPTIONS_OF_VARIANT}
   WHERE favourite.user_id = :userId
   ORDER BY favourite.created_at DESC, p.id`,
);

type Favourite = { userId: number; id: number };

/** Throws DomainError `not_found` for a shop that is unknown or suspended, and `favourites_limit_reached`. */
export const addFavouriteShop = (favourite: Favourite) => add(ADD_SHOP, 'Shop Not Found', favourite);

/** Throws DomainError `not_found` for a product that is not for sale, and `favourites_limit_reached`. */
export const addFavouriteProduct = (favourite: Favourite) => add(ADD_PRODUCT, 'Product not found', favourite);

const ADD_SHOP = sql<Favourite>(
  `INSERT INTO favourite_shops (user_id, shop_id)
   SELECT :userId, id FROM shops WHERE id = :id AND suspended_at IS NULL AND NOT is_platform
   ON CONFLICT (user_id, shop_id) DO UPDATE SET created_at = favourite_shops.created_at`,
);

const ADD_PRODUCT = sql<Favourite>(
  `INSERT INTO favourite_products (user_id, product_id)
   SELECT :userId, p.id FROM products p JOIN shops ON shops.id = p.shop_id AND shops.suspended_at IS NULL
   WHERE p.id = :id AND p.is_published AND p.deleted_at IS NULL
   ON CONFLICT (user_id, product_id) DO UPDATE SET created_at = favourite_products.created_at`,
);

async function add(statement: Sql<Favourite, never>, missing: string, favourite: Favourite): Promise<void> {
  await inTransaction(async (client) => {
    // Counts concurrently added favourites one by one, and adds none to a deleted account.
    const user = await one(LOCK, favourite, client);
    if (!user || (await run(statement, favourite, client)) === 0) throw new DomainError('not_found', missing);
    const { count = 0 } = (await one(COUNT, favourite, client)) ?? {};
    if (count > MAX_FAVOURITES) throw new DomainError('favourites_limit_reached', LIMIT_REACHED);
  });
}

const LIMIT_REACHED = `You have reached the limit of ${MAX_FAVOURITES} favourites. Remove one to add another.`;

const LOCK = sql<Favourite, { id: number }>(
  'SELECT id FROM users WHERE id = :userId AND deleted_at IS NULL FOR NO KEY UPDATE',
);

const COUNT = sql<Favourite, { count: number }>(
  `SELECT (SELECT count(*) FROM favourite_shops WHERE user_id = :userId)::int
     + (SELECT count(*) FROM favourite_products WHERE user_id = :userId)::int AS count`,
);

/** Without effect if the shop is not a favourite. */
export async function removeFavouriteShop({ userId, id }: Favourite): Promise<void> {
  await FavouriteShop.query().deleteById([userId, id]);
}

/** Without effect if the product is not a favourite. */
export async function removeFavouriteProduct({ userId, id }: Favourite): Promise<void> {
  await FavouriteProduct.query().deleteById([userId, id]);
}
