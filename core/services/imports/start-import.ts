import { basename } from 'node:path';
import { inTransaction } from '../../db/transaction.ts';
import type { ImportView } from '@haat/contract/api/imports.schema';
import type { PoolClient } from 'pg';
import { decodeCsv } from '../../csv/decode-csv.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';
import { findActingShop } from '../auth/acting-shop.ts';
import type { Session } from '../auth/session.ts';
import { findImport } from './find-import.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { readRows } from './read-rows.ts';
import { requestImport } from './request-import.ts';

const LIMIT: Limit = { name: 'import', points: 120, seconds: 3600 };

type Request = { by: Session; shopId: number; file: { name: string; bytes: Buffer }; isDryRun: boolean };

/**
 * Takes a CSV file of products in, to be worked off by the worker. Throws `file_unreadable` for a file that is none or has
 * no rows, `import_conflict` while another import of the shop is under way, `rate_limited`, and what `findActingShop` does.
 */
export async function startImport({ by, shopId, file, isDryRun }: Request): Promise<ImportView> {
  await findActingShop(by, shopId);
  await countUse(LIMIT, String(by.userId));
  const text = decodeCsv(file.bytes);
  const { rows } = await readRows(text);
  const values = [shopId, by.userId, fileName(file.name), text, isDryRun, rows.length];
  const started = await oneAtATime(() => inTransaction((client) => insert(client, values)));
  dispatchSoon({ id: started.outboxId, topic: 'import.requested', subjectId: started.id });
  return findImport({ by, shopId, id: started.id });
}

async function insert(client: PoolClient, values: unknown[]): Promise<{ id: number; outboxId: number }> {
  const { rows } = await client.query<{ id: number }>({ name: 'start-import', text: INSERT, values });
  const id = rows[0]?.id ?? 0;
  return { id, outboxId: await requestImport(client, id) };
}

/** As much of a file's name as a list shows. */
const fileName = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 120) || 'products.csv';

const INSERT = `
  INSERT INTO imports (shop_id, actor_id, file_name, file, is_dry_run, rows) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`;
