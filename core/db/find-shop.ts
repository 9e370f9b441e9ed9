import type pg from 'pg';
import { DomainError } from '../errors.ts';
import { FormerSlug, Shop } from './shops.models.ts';

/**
 * The shop of that slug, including the platform's own; a slug that no shop has in this spelling is looked up in lower case, then
 * among former slugs. Also finds suspended shops: their screens say so, and their members can still log in. Throws DomainError
 * `not_found`.
 */
export async function findShop({ slug }: { slug: string }): Promise<Shop> {
  const shops = await Shop.query().whereIn('slug', [slug, slug.toLowerCase()]);
  const shop = shops.find((each) => each.slug === slug) ?? shops[0] ?? (await findByFormerSlug(slug));
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop;
}

async function findByFormerSlug(slug: string): Promise<Shop | undefined> {
  const former = await FormerSlug.query().findById(slug.toLowerCase());
  return former && Shop.query().findById(former.shopId);
}

/**
 * Expression: the id of the shop with the slug `slug`, found like in `findShop`: in this spelling, else in lower case, else as a
 * former slug. Each lookup uses an index and runs only if the one before found nothing.
 */
export const shopIdOfSlug = (slug: string): string =>
  `coalesce(
    (SELECT same.id FROM shops same WHERE same.slug = ${slug}),
    (SELECT lowered.id FROM shops lowered WHERE lowered.slug = lower(${slug})),
    (SELECT f.shop_id FROM shop_former_slugs f WHERE f.slug = lower(${slug})))`;

/**
 * The shop, locked until the end of the caller's transaction, so that changes of it and of its team are serialized; orders
 * do not wait for the lock. Throws DomainError `not_found`.
 */
export async function lockShop(client: pg.PoolClient, shopId: number): Promise<Shop> {
  const shop = await Shop.query(client).findById(shopId).forNoKeyUpdate();
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop;
}
