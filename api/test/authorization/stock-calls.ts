import { database } from '@haat/core/db/database';
import type { Calls, AuthorizationFixtures } from './fixtures.ts';

const OF_MEMBERS = '401 403 403 200 403 200 200 401 401';

/** A new stock take of the shop, in which the variant of the fixtures was counted. */
async function newStockTake({ shop, owner, variant }: AuthorizationFixtures, state = 'open'): Promise<string> {
  const { pool } = database();
  await pool.query(
    `UPDATE stock_takes SET state = 'cancelled', ended_at = now() WHERE shop_id = $1 AND state = 'open'`,
    [shop.id],
  );
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO stock_takes (shop_id, started_by, state, ended_at)
     VALUES ($1, $2, $3, CASE WHEN $3 <> 'open' THEN now() END) RETURNING id`,
    [shop.id, owner.id, state],
  );
  const id = rows[0]!.id;
  await pool.query(
    `INSERT INTO stock_take_lines (stock_take_id, variant_id, counted, stock, to_pack, first_ledger_id, ledger_id, counted_by)
     SELECT $1, v.id, v.stock, v.stock, 0, l.id, l.id, $3
     FROM variants v, (SELECT coalesce(max(id), 0) AS id FROM stock_ledger) l WHERE v.id = $2`,
    [id, variant.id, owner.id],
  );
  return `/api/shops/${shop.id}/stock-takes/${id}`;
}

export const STOCK_CALLS: Calls = {
  'GET /api/shops/:shopId/variants/:variantId/stock-history': {
    expected: OF_MEMBERS,
    input: ({ shop, variant }) => ({ path: `/api/shops/${shop.id}/variants/${variant.id}/stock-history` }),
  },
  'GET /api/shops/:shopId/variants/:variantId/stock-history of another shop': {
    expected: '401 403 403 403 404 403 404 401 401',
    input: ({ elsewhere, variant }) => ({ path: `/api/shops/${elsewhere.id}/variants/${variant.id}/stock-history` }),
  },
  'GET /api/shops/:shopId/stock-takes': {
    expected: OF_MEMBERS,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/stock-takes` }),
  },
  'POST /api/shops/:shopId/stock-takes': {
    expected: OF_MEMBERS.replaceAll('200', '201'),
    input: async (world) => {
      await newStockTake(world, 'cancelled');
      return { path: `/api/shops/${world.shop.id}/stock-takes`, body: {} };
    },
  },
  'GET /api/shops/:shopId/stock-takes/:id': {
    expected: OF_MEMBERS,
    input: async (world) => ({ path: await newStockTake(world) }),
  },
  'GET /api/shops/:shopId/stock-takes/:id/uncounted': {
    expected: OF_MEMBERS,
    input: async (world) => ({ path: `${await newStockTake(world)}/uncounted` }),
  },
  'POST /api/shops/:shopId/stock-takes/:id/counts': {
    expected: OF_MEMBERS,
    input: async (world) => ({
      path: `${await newStockTake(world)}/counts`,
      body: { variant_id: world.variant.id, add: 1 },
    }),
  },
  'POST /api/shops/:shopId/stock-takes/:id/rest': {
    expected: OF_MEMBERS,
    input: async (world) => ({ path: `${await newStockTake(world)}/rest`, body: {} }),
  },
  'PATCH /api/shops/:shopId/stock-takes/:id/lines/:variantId': {
    expected: OF_MEMBERS,
    input: async (world) => ({
      path: `${await newStockTake(world)}/lines/${world.variant.id}`,
      body: { reason: 'missing' },
    }),
  },
  'DELETE /api/shops/:shopId/stock-takes/:id/lines/:variantId': {
    expected: OF_MEMBERS.replaceAll('200', '204'),
    input: async (world) => ({ path: `${await newStockTake(world)}/lines/${world.variant.id}` }),
  },
  'POST /api/shops/:shopId/stock-takes/:id/finish': {
    expected: OF_MEMBERS,
    input: async (world) => ({ path: `${await newStockTake(world)}/finish`, body: {} }),
  },
  'POST /api/shops/:shopId/stock-takes/:id/cancel': {
    expected: OF_MEMBERS,
    input: async (world) => ({ path: `${await newStockTake(world)}/cancel`, body: {} }),
  },
};
