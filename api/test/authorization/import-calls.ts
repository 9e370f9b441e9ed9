import { database } from '@haat/core/db/database';
import { endImport } from '@haat/core/catalog/imports/import-record';
import { startImport } from '@haat/core/catalog/imports/start-import';
import type { AuthorizationFixtures, Calls } from './fixtures.ts';
import { formOf } from '../form.ts';
import { createPhoto } from '../photo.ts';

const FILE = 'name,price\nCoconut,45\n';

const csv = () => new File([FILE], 'products.csv', { type: 'text/csv' });

export const IMPORT_CALLS: Calls = {
  'GET /api/shops/:shopId/products.csv': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/products.csv` }),
  },
  'GET /api/shops/:shopId/products.xlsx': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/products.xlsx` }),
  },
  'POST /api/shops/:shopId/imports': {
    expected: '401 403 403 201 403 201 201 401 401 403 403',
    input: async (world) => {
      // One at a time: ends the import of the previous caller.
      await endImport({ id: await runningImport(world), as: 'cancelled' });
      return { path: `/api/shops/${world.shop.id}/imports`, body: formOf({ file: csv() }) };
    },
  },
  'GET /api/shops/:shopId/imports': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/imports` }),
  },
  'GET /api/shops/:shopId/imports/:id': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => ({ path: await pathOf(world) }),
  },
  'GET /api/shops/:shopId/imports/:id of another shop': {
    expected: '401 403 403 404 403 404 404 401 401 403 403',
    input: async (world) => ({ path: `/api/shops/${world.shop.id}/imports/${await importElsewhere(world)}` }),
  },
  'GET /api/shops/:shopId/imports/:id/rows': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => ({ path: `${await pathOf(world)}/rows?kind=failed` }),
  },
  'PUT /api/shops/:shopId/imports/:id/columns': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => {
      const id = await runningImport(world);
      // Of a dry run, as long as it is not applied.
      await endImport({ id, as: 'done' });
      await database().pool.query('UPDATE imports SET is_dry_run = true WHERE id = $1', [id]);
      return { path: `/api/shops/${world.shop.id}/imports/${id}/columns`, body: { columns: ['name', 'price'] } };
    },
  },
  'GET /api/shops/:shopId/imports/:id/errors.csv': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => ({ path: `${await pathOf(world)}/errors.csv` }),
  },
  'POST /api/shops/:shopId/imports/:id/apply': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => {
      const id = await runningImport(world);
      await endImport({ id, as: 'done' });
      return { path: `/api/shops/${world.shop.id}/imports/${id}/apply` };
    },
  },
  'POST /api/shops/:shopId/imports/:id/undo': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => {
      const id = await runningImport(world);
      await endImport({ id, as: 'done' });
      await database().pool.query('UPDATE imports SET is_dry_run = false WHERE id = $1', [id]);
      return { path: `/api/shops/${world.shop.id}/imports/${id}/undo` };
    },
  },
  'POST /api/shops/:shopId/picture-imports/matches': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/picture-imports/matches`, body: { names: ['Coconut'] } }),
  },
  'POST /api/shops/:shopId/picture-imports': {
    expected: '401 403 403 201 403 201 201 401 401 403 403',
    input: ({ shop, newName }) => ({
      path: `/api/shops/${shop.id}/picture-imports`,
      body: { file_name: 'pictures.zip', file_key: newName(), pictures: 1 },
    }),
  },
  'GET /api/shops/:shopId/picture-imports': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/picture-imports` }),
  },
  'POST /api/shops/:shopId/picture-imports/:id/pictures': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => ({
      path: `${await pictureImportOf(world)}/pictures`,
      body: formOf({ product_id: String(world.product.id), image: await createPhoto() }),
    }),
  },
  'POST /api/shops/:shopId/picture-imports/:id/finish': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => ({ path: `${await pictureImportOf(world)}/finish` }),
  },
  'POST /api/shops/:shopId/picture-imports/:id/finish of another shop': {
    expected: '401 403 403 404 403 404 404 401 401 403 403',
    input: async (world) => ({ path: `${await pictureImportOf(world, 'VX')}/finish` }),
  },
  'POST /api/shops/:shopId/picture-imports/:id/undo': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => {
      const path = await pictureImportOf(world);
      await database().pool.query(
        `INSERT INTO imported_pictures (import_id, product_id, former_image, image) VALUES ($1, $2, NULL, 'none')`,
        [path.split('/').at(-1), world.product.id],
      );
      return { path: `${path}/undo` };
    },
  },
  'POST /api/shops/:shopId/imports/:id/cancel': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async (world) => ({ path: `${await pathOf(world)}/cancel` }),
  },
};

const pathOf = async (world: AuthorizationFixtures) =>
  `/api/shops/${world.shop.id}/imports/${await runningImport(world)}`;

/** The path, in the shop, of a new import of pictures by a vendor of theirs. */
async function pictureImportOf({ people, shop, newName }: AuthorizationFixtures, who: 'VS' | 'VX' = 'VS') {
  const { rows } = await database().pool.query<{ id: number }>(
    `INSERT INTO picture_imports (shop_id, actor_id, file_name, file_key, files)
     VALUES ($1, $2, 'pictures.zip', $3, 1) RETURNING id`,
    [people[who].shop.id, people[who].user.id, newName()],
  );
  return `/api/shops/${shop.id}/picture-imports/${rows[0]!.id}`;
}

const runningImport = (world: AuthorizationFixtures) => importAt(world, 'VS');
const importElsewhere = (world: AuthorizationFixtures) => importAt(world, 'VX');

/** The import of their shop that is in progress, or else a new one. */
async function importAt({ people }: AuthorizationFixtures, who: 'VS' | 'VX'): Promise<number> {
  const { user, shop } = people[who];
  const { rows } = await database().pool.query<{ id: number }>(
    `SELECT id FROM imports WHERE shop_id = $1 AND state IN ('waiting', 'running')`,
    [shop.id],
  );
  if (rows[0]) return rows[0].id;
  const by = {
    userId: user.id,
    actorId: user.id,
    sessionId: crypto.randomUUID(),
    email: user.email,
    shopId: shop.id,
    shopSlug: shop.slug,
  };
  const session = { ...by, role: 'vendor' as const, isPlatformAdmin: false };
  const file = { name: 'products.csv', bytes: Buffer.from(FILE) };
  return (await startImport({ by: session, shopId: shop.id, file, isDryRun: true })).id;
}
