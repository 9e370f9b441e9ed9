import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { buildPlan } from './build-plan.ts';
import type { Findings, OpenImport, PlannedGroup } from './import-record.ts';
import { loadNames, loadProducts } from './load-catalogue.ts';
import type { RowGroup } from './match-rows.ts';
import type { ReadFile } from './read-file.ts';
import { settleRows, together } from './settle-rows.ts';

/**
 * Looks what an import would do and keeps it as its plan, so that whoever goes on after a break goes on with the same.
 * All that is left of a dry run after that is to end it.
 */
export async function planImport(open: OpenImport, file: ReadFile): Promise<void> {
  const [products, names] = await Promise.all([loadProducts(open.shopId), loadNames(open.shopId)]);
  const seen = new Map(Object.entries(open.seen).map(([id, stock]) => [Number(id), stock]));
  const { todo, settled, expected, findings } = buildPlan(file.rows, { products, names, seen });
  const found = { created: 0, changed: 0, unchanged: 0, problems: file.problems };
  const stocks = products.flatMap(({ variants }) => variants.map(({ id, stock }) => [id, stock]));
  const kept: Kept = {
    groups: open.isDryRun ? [] : todo.map(plannedGroup),
    // What was seen first counts: the dry run is what somebody looked at.
    seen: { ...Object.fromEntries(stocks), ...open.seen },
    findings: { ...findings, ignored: file.ignored },
  };
  await inTransaction(async (client) => {
    if (!(await keep(client, open.id, kept))) return;
    await settleRows(client, open.id, together([found, open.isDryRun ? expected : settled]));
  });
}

type Kept = { groups: PlannedGroup[]; seen: Record<string, number>; findings: Findings };

const plannedGroup = ({ productId, rows }: RowGroup): PlannedGroup => ({
  productId,
  rows: rows.map(({ row, variantId }) => [row.row, variantId]),
});

/** Whether it was kept: an import that was cancelled, or planned by somebody else, has no use for it. */
async function keep(client: PoolClient, id: number, { groups, seen, findings }: Kept): Promise<boolean> {
  const values = [id, ...[groups, seen, findings].map((each) => JSON.stringify(each))];
  const { rowCount } = await client.query({ name: 'plan-import', text: KEEP, values });
  return rowCount === 1;
}

const KEEP = `
  UPDATE imports SET state = 'running', plan = $2, position = 0, seen = $3, findings = $4
  WHERE id = $1 AND state = 'waiting'`;
