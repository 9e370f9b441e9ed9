import type { ErrorCode } from '@haat/contract/errors';
import type { ImportState } from '@haat/contract/api/imports';
import type { ImportProblem } from '@haat/contract/rules/import';
import type { PoolClient } from 'pg';
import { one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { insertProduct } from '../catalog/add-product.ts';
import { findOrAddCategory } from '../catalog/categories.ts';
import { changeCatalogWithoutSignal, signalCatalog } from '../catalog/change-catalog.ts';
import { setPublished, updateProduct } from '../catalog/change-product.ts';
import { type LockedProduct, lockProduct } from '../catalog/product.ts';
import { type CategoryPath, draftGroup, draftOutcome, type Outcome, type ProductDraft } from './draft-product.ts';
import type { DraftRules } from './draft-variants.ts';
import type { ColumnMapping } from '@haat/contract/rules/import-columns';
import { endImport, type PlannedGroup, recordOutcome } from './import-record.ts';
import type { ImportRow } from './import-row.ts';
import type { MatchedRow } from './match-rows.ts';
import { readStateBefore, recordImported } from './imported-products.ts';
import { planImport } from './plan-import.ts';
import { readFile } from './read-file.ts';

const SIGNAL_EVERY_MS = 1_000;

/** An import in progress. `seen`: the stock of each variant when the file was first planned. */
type OpenImport = {
  id: number;
  shopId: number;
  actorId: number;
  isDryRun: boolean;
  acceptsUnusual: boolean;
  columns: ColumnMapping | null;
  state: ImportState;
  file: string;
  plan: PlannedGroup[];
  position: number;
  seen: Record<string, number>;
};

/**
 * Runs an import from where a previous run stopped, and signals the catalog from time to time. Does nothing for one that has
 * ended; safe while another worker runs the same.
 */
export async function runImport(id: number): Promise<void> {
  const waiting = await one(FIND_OPEN, { id });
  if (!waiting) return;
  const file = await readFile(waiting.file, waiting.columns);
  if (waiting.state === 'waiting') await planImport(waiting, file);
  const open = await one(FIND_OPEN, { id });
  if (!open) return;
  const rows = new Map(file.rows.map((row) => [row.row, row]));
  const seen = new Map(Object.entries(open.seen).map(([variantId, stock]) => [Number(variantId), stock]));
  const rules = { seen, refusesUnusual: !open.acceptsUnusual };
  const isDone = await importGroups(open, { rows, rules });
  if (isDone) await endImport({ id, as: 'done' });
}

const FIND_OPEN = sql<{ id: number }, OpenImport>(
  `SELECT id, shop_id, actor_id, is_dry_run, accepts_unusual, columns, state, file, plan, position, seen
   FROM imports WHERE id = :id AND state IN ('waiting', 'running')`,
  'open-import',
);

/** False when the import was ended, or another worker has taken over. */
async function importGroups(open: OpenImport, input: Pick<GroupWork, 'rows' | 'rules'>): Promise<boolean> {
  let version = 0;
  let signalledAt = 0;
  const signal = () => {
    if (version > 0) signalCatalog(open.shopId, version);
    signalledAt = performance.now();
  };
  for (let position = open.position; position < open.plan.length; position += 1) {
    const done = await importGroup({ open, position, ...input });
    if (!done) return false;
    version = done.version;
    if (performance.now() - signalledAt > SIGNAL_EVERY_MS) signal();
  }
  signal();
  return true;
}

/** A product of an import's plan by its position, and the rows of the file by their numbers. */
type GroupWork = { open: OpenImport; position: number; rows: ReadonlyMap<number, ImportRow>; rules: DraftRules };

/**
 * Stores one product of an import and advances the import in one transaction, so that each product is imported once even
 * if a worker is killed. A conflict with a concurrent change becomes a problem of the rows. Returns the version of the
 * catalog; undefined when the import was ended, or another worker has taken over.
 */
async function importGroup(work: GroupWork): Promise<{ version: number } | undefined> {
  const { open, position } = work;
  const rows = matchedRows(open.plan[position], work.rows);
  const advance = async (importRows: (client: PoolClient) => Promise<Outcome>) => {
    const { result, version } = await changeCatalogWithoutSignal(async (client) => {
      const isOurs = (await run(ADVANCE, { id: open.id, position }, client)) === 1;
      if (isOurs) await recordOutcome(client, open.id, await importRows(client));
      return { shopId: open.shopId, isOurs };
    });
    return result.isOurs ? { version } : undefined;
  };
  try {
    return await advance((client) => storeGroup(client, work, rows));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return advance(async () => failedRows(rows, problemOf(error.code)));
  }
}

const matchedRows = (group: PlannedGroup | undefined, rows: GroupWork['rows']): MatchedRow[] =>
  (group?.rows ?? []).flatMap(([number, variantId]) => {
    const row = rows.get(number);
    return row ? [{ row, variantId }] : [];
  });

// Claims the position for this transaction: a concurrent worker finds another one.
const ADVANCE = sql<{ id: number; position: number }>(
  `UPDATE imports SET position = position + 1 WHERE id = :id AND state = 'running' AND position = :position`,
  'advance-import',
);

async function storeGroup(client: PoolClient, work: GroupWork, rows: MatchedRow[]): Promise<Outcome> {
  const { shopId, actorId, plan } = work.open;
  const productId = plan[work.position]?.productId ?? null;
  const locked = productId === null ? undefined : await lockOwnProduct(client, productId, shopId);
  if (productId !== null && !locked) return failedRows(rows, 'changed_meanwhile');
  const draft = draftGroup({ rows, product: locked?.product, ...work.rules });
  if (draft.product) {
    const before = await readStateBefore(client, locked);
    const id = await storeDraft(client, { shopId, actorId, draft: draft.product, locked });
    await recordImported(client, { importId: work.open.id, productId: id, before });
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

/** `locked`: the product that the draft changes; undefined for a new one. */
type Storing = { shopId: number; actorId: number; draft: ProductDraft; locked: LockedProduct | undefined };

/** Stores the draft of one product, with new categories and units; returns its id. Throws what `addProduct` and `changeProduct` do. */
async function storeDraft(client: PoolClient, { shopId, actorId, draft, locked }: Storing): Promise<number> {
  const { path, published, ...facts } = draft;
  const form = { ...facts, category_id: path && (await findOrAddPath(client, { shopId, actorId, path })) };
  const { id } = locked
    ? await updateProduct(client, { locked, actorId, form, source: 'import' })
    : await insertProduct(client, { shopId, actorId, form: { ...form, name: form.name ?? '' } });
  if (published !== undefined) await setPublished(client, { id, published });
  return id;
}

type InShop = { shopId: number; actorId: number; path: CategoryPath };

async function findOrAddPath(client: PoolClient, { path, ...inShop }: InShop): Promise<number> {
  const { category: parent } = await findOrAddCategory(client, { ...inShop, name: path.category });
  if (path.subcategory === null) return parent.id;
  const child = await findOrAddCategory(client, { ...inShop, name: path.subcategory, parentId: parent.id });
  return child.category.id;
}
