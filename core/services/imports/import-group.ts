import type { PoolClient } from 'pg';
import type { ErrorCode } from '@haat/contract/errors';
import type { ImportProblem } from '@haat/contract/rules/import-problem';
import { DomainError } from '../../errors.ts';
import { changeShelfQuietly } from '../catalogue/change-shelf.ts';
import { type LockedProduct, lockProduct } from '../catalogue/lock-product.ts';
import { draftGroup } from './draft-group.ts';
import type { SeenStock } from './draft-variants.ts';
import type { OpenImport, PlannedGroup } from './import-record.ts';
import type { FoundProblem, ImportRow } from './import-row.ts';
import type { MatchedRow } from './match-rows.ts';
import { type Settled, settledBy, settleRows } from './settle-rows.ts';
import { storeDraft } from './store-draft.ts';

/** The product at a position of an import's plan, the rows of the file by their numbers, and the stock as it was seen. */
export type GroupWork = {
  open: OpenImport;
  position: number;
  rows: ReadonlyMap<number, ImportRow>;
  seen: SeenStock;
};

/**
 * Stores one product of an import, and moves the import on, in one transaction: it is done once, whoever dies when. What
 * was changed meanwhile so that it does not fit any longer is a problem of its rows. Answers the version of the shelf;
 * undefined when the import was ended, or somebody else is further.
 */
export async function importGroup(work: GroupWork): Promise<{ version: number } | undefined> {
  const { open, position } = work;
  const rows = matchedRows(open.plan[position], work.rows);
  const next = async (outcome: (client: PoolClient) => Promise<Settled>) => {
    const { result, version } = await changeShelfQuietly(async (client) => {
      const isOurs = await moveOn(client, work);
      if (isOurs) await settleRows(client, open.id, await outcome(client));
      return { shopId: open.shopId, isOurs };
    });
    return result.isOurs ? { version } : undefined;
  };
  try {
    return await next((client) => store(client, work, rows));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return next(async () => allWith(rows, problemOf(error.code)));
  }
}

const matchedRows = (group: PlannedGroup | undefined, rows: GroupWork['rows']): MatchedRow[] =>
  (group?.rows ?? []).flatMap(([number, variantId]) => {
    const row = rows.get(number);
    return row ? [{ row, variantId }] : [];
  });

/** Whether this product is the next one; if so, nobody else takes it until the transaction ends. */
async function moveOn(client: PoolClient, { open, position }: GroupWork): Promise<boolean> {
  const { rowCount } = await client.query({ name: 'move-import-on', text: MOVE_ON, values: [open.id, position] });
  return rowCount === 1;
}

async function store(client: PoolClient, { open, position, seen }: GroupWork, rows: MatchedRow[]): Promise<Settled> {
  const { shopId, actorId, plan } = open;
  const productId = plan[position]?.productId ?? null;
  const locked = productId === null ? undefined : await lockOwn(client, productId, shopId);
  if (productId !== null && !locked) return allWith(rows, 'changed_meanwhile');
  const draft = draftGroup({ rows, product: locked?.product, seen });
  if (draft.product) await storeDraft(client, { shopId, actorId, draft: draft.product, locked });
  return settledBy(draft);
}

async function lockOwn(client: PoolClient, id: number, shopId: number): Promise<LockedProduct | undefined> {
  try {
    return await lockProduct(client, { id, by: { role: 'vendor', shopId, isPlatformAdmin: false } });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function allWith(rows: MatchedRow[], code: ImportProblem): Settled {
  const problems: FoundProblem[] = rows.map(({ row }) => ({ row: row.row, column: null, code }));
  return { created: 0, changed: 0, unchanged: 0, problems };
}

const problemOf = (code: ErrorCode): ImportProblem =>
  code === 'barcode_taken' || code === 'shelf_full' ? code : 'changed_meanwhile';

const MOVE_ON = `
  UPDATE imports SET position = position + 1 WHERE id = $1 AND state = 'running' AND position = $2`;
