import type { ErrorCode } from '@haat/contract/errors';
import type { ImportProblem } from '@haat/contract/catalog/import';
import type { PoolClient } from 'pg';
import { one, sql } from '../../db/database.ts';
import { Import, type PlannedGroup } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { hasPermission } from '../../accounts/member-rights.sql.ts';
import { changeCatalogWithoutSignal, signalCatalog } from '../change-catalog.ts';
import { setPublished, updateProduct } from '../change-product.ts';
import { insertProducts, type NewRow } from '../insert-products.ts';
import { findOrAddName } from '../own-names.ts';
import { type LockedProduct, lockProduct } from '../product.ts';
import { lockCatalog } from '../variants.ts';
import {
  type CategoryPath,
  draftGroup,
  draftOutcome,
  type Outcome,
  type ProductDraft,
  sumOutcomes,
} from './draft-product.ts';
import type { DraftRules } from './draft-variants.ts';
import { applyNames } from './import-names.ts';
import { endImport, recordOutcome } from './import-record.ts';
import type { ImportRow } from './import-row.ts';
import type { MatchedRow } from './match-rows.ts';
import { readStateBefore, recordAdded, recordChanged } from './imported-products.ts';
import { planImport } from './plan-import.ts';
import { readFile } from './read-file.ts';
import { readUpload } from './read-upload.ts';

const SIGNAL_EVERY_MS = 1_000;

/**
 * Runs an import, whose workbook is read first, from where a previous run stopped, and fails if the member who started it has lost the right to import. Continues and signals the catalog from time to time. Does nothing for one that has
 * ended; safe while another worker runs the same.
 */
export async function runImport(id: number): Promise<void> {
  const started = await findOpen(id);
  if (!started) return;
  if (!(await one(MAY_IMPORT, { id }))) return endImport({ id, as: 'failed' });
  const waiting = started.state === 'reading' ? await readUpload(started) : started;
  if (!waiting) return;
  const { columns, layout, dates, createdAt } = waiting;
  const file = await readFile(waiting.file, { columns, layout, dates, thisYear: createdAt.getFullYear() });
  if (waiting.state === 'waiting') await planImport(waiting, file);
  const open = await findOpen(id);
  if (!open) return;
  const rows = new Map(applyNames(file.rows, open.names).map((row) => [row.row, row]));
  const seen = new Map(Object.entries(open.seen).map(([variantId, stock]) => [Number(variantId), stock]));
  const rules = { seen, refusesUnusual: !open.acceptsUnusual };
  const isDone = await importGroups(open, { rows, rules });
  if (isDone) await endImport({ id, as: 'done' });
}

async function findOpen(id: number): Promise<Import | undefined> {
  return Import.query().findById(id).whereIn('state', ['reading', 'waiting', 'running']);
}

// It may have waited for long: a member may have been removed from the shop, or have another role now.
const MAY_IMPORT = sql<{ id: number }, { id: number }>(
  `SELECT i.id FROM imports i JOIN users u ON u.id = i.actor_id JOIN shops shop ON shop.id = i.shop_id
   WHERE i.id = :id AND u.blocked_at IS NULL AND (u.is_platform_admin OR (shop.suspended_at IS NULL AND EXISTS (
     SELECT FROM shop_members m WHERE m.user_id = u.id AND m.shop_id = i.shop_id AND ${hasPermission('m', 'catalog')})))`,
);

/** False when the import was ended, or another worker has taken over. */
async function importGroups(open: Import, input: Pick<GroupWork, 'rows' | 'rules'>): Promise<boolean> {
  let version = 0;
  let signalledAt = 0;
  const signal = () => {
    if (version > 0) signalCatalog(open.shopId, version);
    signalledAt = performance.now();
  };
  // Products that could not be stored together are stored one by one: each has its own problem, or none.
  let singlyUntil = 0;
  for (let position = open.position; position < open.plan.length;) {
    const count = position < singlyUntil ? 1 : countTogether(open.plan, position);
    const done = await importProducts({ open, position, count, ...input });
    if (done === 'ended') return false;
    if (done === 'refused') singlyUntil = position + count;
    else {
      position += count;
      version = done.version;
    }
    if (performance.now() - signalledAt > SIGNAL_EVERY_MS) signal();
  }
  signal();
  return true;
}

/**
 * New products of one transaction: orders of the shop wait for it. Of 5,000, 257 were stored a second one by one, and 2,643 so
 * (`npm run bench import`, in two runs).
 */
const MOST_TOGETHER = 50;

/** How many products from this position on are stored in one transaction: new ones as far as they follow each other. */
function countTogether(plan: readonly PlannedGroup[], position: number): number {
  const isNew = (at: number) => plan[at]?.productId === null;
  let count = 1;
  if (isNew(position)) while (count < MOST_TOGETHER && isNew(position + count)) count += 1;
  return count;
}

/** `count` products of an import's plan from its position, and the rows of the file by their numbers. */
type GroupWork = {
  open: Import;
  position: number;
  count: number;
  rows: ReadonlyMap<number, ImportRow>;
  rules: DraftRules;
};

/**
 * Stores products of an import and advances the import in one transaction, so that each product is imported once even if a
 * worker is killed. If a single product conflicts with a concurrent change, the conflict becomes a problem of its rows; several
 * products together are `refused`, and nothing is stored. Returns the version of the catalog, or `ended` if the import was ended
 * or another worker has taken over.
 */
async function importProducts(work: GroupWork): Promise<{ version: number } | 'ended' | 'refused'> {
  const { open, position, count } = work;
  const groups = open.plan.slice(position, position + count);
  const matched = groups.map((group) => matchedRows(group, work.rows));
  const advance = async (importRows: (client: PoolClient) => Promise<Outcome>) => {
    const { result, version } = await changeCatalogWithoutSignal(async (client) => {
      // Claims the positions for this transaction: a concurrent worker finds another one.
      const claimed = Import.query(client).findById(open.id).where({ state: 'running', position });
      const isOurs = (await claimed.patch({ position: position + count })) === 1;
      if (isOurs) await recordOutcome(client, open.id, await importRows(client));
      return { shopId: open.shopId, isOurs };
    });
    return result.isOurs ? { version } : 'ended';
  };
  const productId = groups[0]?.productId ?? null;
  try {
    return await advance((client) =>
      productId === null
        ? storeNew(client, work, matched)
        : storeChanges(client, work, { productId, rows: matched.flat() }),
    );
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (count > 1) return 'refused';
    return advance(async () => failedRows(matched.flat(), problemOf(error.code)));
  }
}

const matchedRows = (group: PlannedGroup, rows: GroupWork['rows']): MatchedRow[] =>
  group.rows.flatMap(([number, variantId]) => {
    const row = rows.get(number);
    return row ? [{ row, variantId }] : [];
  });

async function storeNew(client: PoolClient, work: GroupWork, groups: MatchedRow[][]): Promise<Outcome> {
  const { id: importId, shopId, actorId } = work.open;
  // Before the categories, as renaming and merging also lock the catalog first.
  await lockCatalog(client, shopId);
  const drafts = groups.map((rows) => draftGroup({ rows, product: undefined, ...work.rules }));
  const paths = new Map<string, number>();
  const products: NewRow[] = [];
  for (const { product: draft } of drafts) {
    if (!draft) continue;
    const { path, published, ...facts } = draft;
    const key = JSON.stringify(path);
    const categoryId = path && (paths.get(key) ?? (await findOrAddPath(client, { shopId, actorId, path })));
    if (categoryId !== undefined) paths.set(key, categoryId);
    products.push({ form: { ...facts, category_id: categoryId, name: facts.name ?? '' }, published });
  }
  const ids = await insertProducts(client, { shopId, actorId, products });
  await recordAdded(client, { importId, ids });
  return sumOutcomes(drafts.map(draftOutcome));
}

type Changing = { productId: number; rows: MatchedRow[] };

async function storeChanges(client: PoolClient, work: GroupWork, { productId, rows }: Changing): Promise<Outcome> {
  const { id: importId, shopId, actorId } = work.open;
  const locked = await lockOwnProduct(client, productId, shopId);
  if (!locked) return failedRows(rows, 'changed_meanwhile');
  await lockCatalog(client, shopId);
  const draft = draftGroup({ rows, product: locked.product, ...work.rules });
  if (draft.product) {
    const before = await readStateBefore(client, locked);
    await storeDraft(client, { shopId, actorId, draft: draft.product, locked });
    await recordChanged(client, { importId, productId, before });
  }
  return draftOutcome(draft);
}

async function lockOwnProduct(client: PoolClient, id: number, shopId: number): Promise<LockedProduct | undefined> {
  try {
    return await lockProduct(client, { id, by: { role: 'vendor', shopId, isPlatformAdmin: false } });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}

const failedRows = (rows: MatchedRow[], code: ImportProblem): Outcome => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  problems: rows.map(({ row }) => ({ row: row.row, column: null, code })),
});

const problemOf = (code: ErrorCode): ImportProblem =>
  code === 'barcode_taken' || code === 'catalog_limit_reached' ? code : 'changed_meanwhile';

type Storing = { shopId: number; actorId: number; draft: ProductDraft; locked: LockedProduct };

/** Stores the change of one product, with new categories and units. Throws what `changeProduct` does. */
async function storeDraft(client: PoolClient, { shopId, actorId, draft, locked }: Storing): Promise<void> {
  const { path, published, ...facts } = draft;
  const form = { ...facts, category_id: path && (await findOrAddPath(client, { shopId, actorId, path })) };
  const { id } = await updateProduct(client, { locked, actorId, form, source: 'import' });
  if (published !== undefined) await setPublished(client, { id, published });
}

type InShop = { shopId: number; actorId: number; path: CategoryPath };

async function findOrAddPath(client: PoolClient, { path, ...inShop }: InShop): Promise<number> {
  const { named: parent } = await findOrAddName(client, 'category', { ...inShop, name: path.category });
  if (path.subcategory === null) return parent.id;
  const child = await findOrAddName(client, 'category', { ...inShop, name: path.subcategory, parentId: parent.id });
  return child.named.id;
}
