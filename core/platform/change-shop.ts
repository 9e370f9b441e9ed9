import type { PoolClient } from 'pg';
import { inRetriedTransaction, one, run, sql } from '../db/database.ts';
import { Shop } from '../db/shops.models.ts';
import { DomainError } from '../errors.ts';
import { differences, recordActivity } from '../activity/activity-log.ts';
import { signalSessionsOfShop } from '../accounts/session.ts';
import { catalogVersion, signalCatalog } from '../catalog/change-catalog.ts';
import { lockShop } from '../db/find-shop.ts';
import { isDuplicate, slugTaken } from './platform-shops.ts';

type Change = { shopId: number; actorId: number; slug?: string | undefined; trade?: string | null | undefined };

/**
 * Gives a shop another slug, type or both. The former slug still leads to it and cannot be given to another shop. Throws
 * `not_found`, `slug_taken`, and `invalid_input` for another slug of the platform's shop, which the client has built in.
 */
export async function changeShop(request: Change): Promise<void> {
  const version = await inRetriedTransaction((client) => change(client, request)).catch((error: unknown) => {
    throw isDuplicate(error) ? slugTaken() : error;
  });
  if (version === undefined) return;
  signalCatalog(request.shopId, version);
  signalSessionsOfShop(request.shopId);
}

async function change(client: PoolClient, { shopId, actorId, ...given }: Change): Promise<number | undefined> {
  const { slug: before, trade: type, isPlatform } = await lockShop(client, shopId);
  const { slug = before, trade = type } = given;
  const changed = differences({ slug: before, trade: type }, { slug, trade });
  if (!changed) return undefined;
  if (slug !== before) {
    if (isPlatform)
      throw new DomainError('invalid_input', "The web address of the platform's own shop cannot be changed.");
    if (await one(TAKEN, { slug, shopId }, client)) throw slugTaken();
    await run(KEEP_FORMER, { slug, former: before, shopId }, client);
  }
  await Shop.query(client).findById(shopId).patch({ slug, trade });
  await recordActivity(client, { shopId, actorId, action: 'shop.changed', ...changed });
  return catalogVersion(client, shopId);
}

const TAKEN = sql<{ slug: string; shopId: number }, { id: number }>(`
  SELECT id FROM shops WHERE lower(slug) = lower(:slug) AND id <> :shopId
  UNION ALL SELECT shop_id FROM shop_former_slugs WHERE slug = lower(:slug) AND shop_id <> :shopId`);

/** A shop that returns to a former slug has it as its own again. */
const KEEP_FORMER = sql<{ slug: string; former: string; shopId: number }>(`
  WITH returned AS (DELETE FROM shop_former_slugs WHERE slug = lower(:slug) AND shop_id = :shopId)
  INSERT INTO shop_former_slugs (slug, shop_id) SELECT lower(:former::text), :shopId WHERE lower(:former) <> lower(:slug)`);
