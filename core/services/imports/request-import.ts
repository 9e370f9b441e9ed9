import type { PoolClient } from 'pg';

/** Asks for the work on an import, in the transaction that sets it going; answers the row of the outbox. */
export async function requestImport(client: PoolClient, importId: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>({
    name: 'request-import',
    text: `INSERT INTO outbox (topic, subject_id) VALUES ('import.requested', $1) RETURNING id`,
    values: [importId],
  });
  return rows[0]?.id ?? 0;
}
