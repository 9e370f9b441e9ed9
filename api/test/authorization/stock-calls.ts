import { database } from '@haat/core/db/database';
import type { Session } from '@haat/core/accounts/session';
import { bookPurchase } from '@haat/core/stock/purchases/book-purchase';
import { OF_ADMINS, OF_STOCK, OF_VENDORS } from './expected.ts';
import type { Calls, AuthorizationFixtures } from './fixtures.ts';

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
    expected: OF_STOCK,
    input: ({ shop, variant }) => ({ path: `/api/shops/${shop.id}/variants/${variant.id}/stock-history` }),
  },
  'GET /api/shops/:shopId/variants/:variantId/stock-history of another shop': {
    expected: '401 403 403 403 404 403 404 401 401 403 403',
    input: ({ elsewhere, variant }) => ({ path: `/api/shops/${elsewhere.id}/variants/${variant.id}/stock-history` }),
  },
  'GET /api/shops/:shopId/stock-takes': {
    expected: OF_STOCK,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/stock-takes` }),
  },
  'POST /api/shops/:shopId/stock-takes': {
    expected: OF_STOCK.replaceAll('200', '201'),
    input: async (world) => {
      await newStockTake(world, 'cancelled');
      return { path: `/api/shops/${world.shop.id}/stock-takes`, body: {} };
    },
  },
  'GET /api/shops/:shopId/stock-takes/:id': {
    expected: OF_STOCK,
    input: async (world) => ({ path: await newStockTake(world) }),
  },
  'GET /api/shops/:shopId/stock-takes/:id/uncounted': {
    expected: OF_STOCK,
    input: async (world) => ({ path: `${await newStockTake(world)}/uncounted` }),
  },
  'POST /api/shops/:shopId/stock-takes/:id/counts': {
    expected: OF_STOCK,
    input: async (world) => ({
      path: `${await newStockTake(world)}/counts`,
      body: { variant_id: world.variant.id, add: 1 },
    }),
  },
  'POST /api/shops/:shopId/stock-takes/:id/rest': {
    expected: OF_STOCK,
    input: async (world) => ({ path: `${await newStockTake(world)}/rest`, body: {} }),
  },
  'PATCH /api/shops/:shopId/stock-takes/:id/lines/:variantId': {
    expected: OF_STOCK,
    input: async (world) => ({
      path: `${await newStockTake(world)}/lines/${world.variant.id}`,
      body: { reason: 'missing' },
    }),
  },
  'DELETE /api/shops/:shopId/stock-takes/:id/lines/:variantId': {
    expected: OF_STOCK.replaceAll('200', '204'),
    input: async (world) => ({ path: `${await newStockTake(world)}/lines/${world.variant.id}` }),
  },
  'POST /api/shops/:shopId/stock-takes/:id/finish': {
    expected: OF_STOCK,
    input: async (world) => ({ path: `${await newStockTake(world)}/finish`, body: {} }),
  },
  'POST /api/shops/:shopId/stock-takes/:id/cancel': {
    expected: OF_STOCK,
    input: async (world) => ({ path: `${await newStockTake(world)}/cancel`, body: {} }),
  },
  'GET /api/shops/:shopId/stock-items': {
    expected: OF_STOCK,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/stock-items?search=a` }),
  },
  'GET /api/shops/:shopId/low-stock': {
    expected: OF_STOCK,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/low-stock` }),
  },
  'PUT /api/shops/:shopId/low-stock': {
    expected: OF_VENDORS,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/low-stock`, body: { level: 4 } }),
  },
  'PUT /api/shops/:shopId/variants/:variantId/reorder-level': {
    expected: OF_VENDORS,
    input: ({ shop, variant }) => ({
      path: `/api/shops/${shop.id}/variants/${variant.id}/reorder-level`,
      body: { level: null },
    }),
  },
  'PUT /api/shops/:shopId/variants/:variantId/stock-unit': {
    expected: OF_VENDORS,
    input: ({ shop, variant }) => ({
      path: `/api/shops/${shop.id}/variants/${variant.id}/stock-unit`,
      body: { stock_unit: 'piece', content: 1 },
    }),
  },
  'GET /api/shops/:shopId/expiring': {
    expected: OF_STOCK,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/expiring` }),
  },
  'POST /api/shops/:shopId/write-offs': {
    expected: OF_STOCK,
    input: ({ shop, variant }) => ({
      path: `/api/shops/${shop.id}/write-offs`,
      body: { variant_id: variant.id, quantity: 1, reason: 'spoiled' },
    }),
  },
  'GET /api/shops/:shopId/suppliers': {
    expected: OF_ADMINS,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/suppliers` }),
  },
  'GET /api/shops/:shopId/purchases': {
    expected: OF_ADMINS,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/purchases` }),
  },
  'GET /api/shops/:shopId/usual-purchases': {
    expected: OF_ADMINS,
    input: ({ shop, variant }) => ({ path: `/api/shops/${shop.id}/usual-purchases?variants=${variant.id}` }),
  },
  'GET /api/shops/:shopId/purchases.csv': {
    expected: OF_ADMINS,
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/purchases.csv` }),
  },
  'POST /api/shops/:shopId/purchases': {
    expected: OF_ADMINS.replaceAll('200', '201'),
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/purchases`, body: { lines: [] } }),
  },
  'GET /api/shops/:shopId/purchases/:id': {
    expected: OF_ADMINS,
    input: async (world) => ({ path: await newPurchase(world) }),
  },
  'PUT /api/shops/:shopId/purchases/:id': {
    expected: OF_ADMINS,
    input: async (world) => ({ path: await newPurchase(world), body: { lines: [], version: 1 } }),
  },
  'DELETE /api/shops/:shopId/purchases/:id': {
    expected: OF_ADMINS.replaceAll('200', '204'),
    input: async (world) => ({ path: await newPurchase(world) }),
  },
  'POST /api/shops/:shopId/purchases/:id/book': {
    expected: OF_ADMINS,
    input: async (world) => ({ path: `${await newPurchase(world)}/book`, body: {} }),
  },
  'POST /api/shops/:shopId/purchases/:id/reverse': {
    expected: OF_ADMINS,
    input: async (world) => {
      const path = await newPurchase(world);
      const by = {
        userId: world.people.SA.user.id,
        actorId: world.people.SA.user.id,
        shopId: world.shop.id,
        role: 'admin',
        isPlatformAdmin: false,
      };
      await bookPurchase({ by: by as Session, shopId: world.shop.id, id: Number(path.split('/').at(-1)) });
      return { path: `${path}/reverse`, body: {} };
    },
  },
};

/** The draft of a purchase of one piece. */
async function newPurchase({ shop, owner, variant }: AuthorizationFixtures): Promise<string> {
  const { rows } = await database().pool.query<{ id: number }>(
    `WITH made AS (INSERT INTO purchases (shop_id, day, created_by) VALUES ($1, '2026-11-20', $2) RETURNING id)
     INSERT INTO purchase_lines (purchase_id, variant_id, position, quantity, cost_paise)
     SELECT id, $3, 0, 1, 100 FROM made RETURNING purchase_id AS id`,
    [shop.id, owner.id, variant.id],
  );
  return `/api/shops/${shop.id}/purchases/${rows[0]!.id}`;
}
