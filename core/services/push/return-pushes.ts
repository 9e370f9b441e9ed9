import { database } from '../../db/database.ts';

type Claimed = { deliveryId: number; attempt: number };

/** Gives back claimed deliveries that were not begun, as if nobody had taken them: they are due now. */
export async function returnPushes(claimed: Claimed[]): Promise<void> {
  if (claimed.length === 0) return;
  const values = [claimed.map(({ deliveryId }) => deliveryId), claimed.map(({ attempt }) => attempt)];
  await database().pool.query({ name: 'return-pushes', text: RETURN, values });
}

const RETURN = `
  UPDATE deliveries d SET due_at = now(), attempts = d.attempts - 1, updated_at = now()
  FROM unnest($1::bigint[], $2::int[]) AS x (id, attempt)
  WHERE d.id = x.id AND d.attempts = x.attempt AND d.state = 'queued'`;
