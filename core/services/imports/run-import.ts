import { publishSoon } from '../../bus/connect-bus.ts';
import { database } from '../../db/database.ts';
import { endImport } from './end-import.ts';
import type { OpenImport } from './import-record.ts';
import { type GroupWork, importGroup } from './import-group.ts';
import { planImport } from './plan-import.ts';
import { readFile } from './read-file.ts';

const TELL_EVERY_MS = 1_000;

/**
 * Works an import off, from where whoever worked on it before has left it. Whoever looks at the shelf is told now and then.
 * Harmless for one that has ended, and when another worker is at it.
 */
export async function runImport(id: number): Promise<void> {
  const waiting = await findOpen(id);
  if (!waiting) return;
  const file = await readFile(waiting.file);
  if (waiting.state === 'waiting') await planImport(waiting, file);
  const open = await findOpen(id);
  if (!open) return;
  const rows = new Map(file.rows.map((row) => [row.row, row]));
  const seen = new Map(Object.entries(open.seen).map(([variantId, stock]) => [Number(variantId), stock]));
  const isDone = await importGroups(open, { rows, seen });
  if (isDone) await endImport({ id, as: 'done' });
}

/** Whether all of them are stored; not when the import was ended or taken over meanwhile. */
async function importGroups(open: OpenImport, read: Pick<GroupWork, 'rows' | 'seen'>): Promise<boolean> {
  let version = 0;
  let toldAt = 0;
  const tell = () => {
    if (version > 0) publishSoon({ type: 'shelf', shopId: open.shopId, version });
    toldAt = performance.now();
  };
  for (let position = open.position; position < open.plan.length; position += 1) {
    const done = await importGroup({ open, position, ...read });
    if (!done) return false;
    version = done.version;
    if (performance.now() - toldAt > TELL_EVERY_MS) tell();
  }
  tell();
  return true;
}

async function findOpen(id: number): Promise<OpenImport | undefined> {
  const { rows } = await database().pool.query<OpenImport>({ name: 'open-import', text: OPEN, values: [id] });
  return rows[0];
}

const OPEN = `
  SELECT id, shop_id AS "shopId", actor_id AS "actorId", is_dry_run AS "isDryRun", state, file, plan, position, seen
  FROM imports WHERE id = $1 AND state IN ('waiting', 'running')`;
