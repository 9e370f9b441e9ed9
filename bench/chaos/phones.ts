import { database } from '@haat/core/db/database';
import type { LocalFcm } from '@haat/sandbox/fcm/start-fcm';
import type { MarketShop } from './market.ts';
import { type Line, patientCall } from './patient-call.ts';

const PATIENCE_MS = 20_000;

const phoneOf = ({ id }: MarketShop): string => `phone-of-shop-${id}`;

/** Each vendor has a phone that is told of new orders while the app is closed. */
export async function registerPhones(line: Line, shops: MarketShop[]): Promise<void> {
  for (const shop of shops) {
    const call = { path: '/api/users/fcm-token', body: { fcm_token: phoneOf(shop) } };
    const reply = await patientCall({ ...line, token: shop.vendor.token }, call, PATIENCE_MS);
    if (reply?.status !== 200) throw new Error(`The phone was not taken: ${JSON.stringify(reply)}`);
  }
}

type Due = { id: string; attempts: number };
/** `again`: how often a phone was told once more because the worker that knew of the answer was dead. */
export type Rung = { told: number; again: number; wrong: string[] };

/** Whether each phone was told of each order, and twice only where the answer to the first time was lost with its worker. */
export async function judgePhones({ book }: LocalFcm, shops: MarketShop[]): Promise<Rung> {
  const rung: Rung = { told: 0, again: 0, wrong: [] };
  for (const shop of shops) {
    const { rows } = await database().pool.query<Due>(DUE, [`shop:${shop.id}`, phoneOf(shop)]);
    const told = Map.groupBy(book.toldTo(phoneOf(shop)), ({ data }) => data?.['id'] ?? 'nothing');
    for (const { id, attempts } of rows) {
      const times = told.get(id)?.length ?? 0;
      rung.told += times;
      rung.again += Math.max(times - 1, 0);
      if (times === 0) rung.wrong.push(`the phone of shop ${shop.id} was never told of ${id}`);
      if (times > attempts) rung.wrong.push(`the phone of shop ${shop.id} was told of ${id} ${times} times`);
    }
  }
  return rung;
}

/** How many messages have not been sent yet. */
export async function messagesLeft(): Promise<string[]> {
  const { rows } = await database().pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM deliveries WHERE state = 'queued'`,
  );
  return rows.flatMap(({ n }) => (n > 0 ? [`${n} messages to phones`] : []));
}

/** The time that a dead worker keeps what it took for itself is over. */
export async function hurryMessages(): Promise<void> {
  await database().pool.query(
    `UPDATE deliveries SET due_at = now()
     WHERE state = 'queued' AND due_at > now() AND updated_at < now() - interval '10 seconds'`,
  );
}

const DUE = `
  SELECT n.feed || '#' || n.seq AS id, coalesce(d.attempts, 0) AS attempts FROM notifications n
  LEFT JOIN deliveries d ON d.feed = n.feed AND d.seq = n.seq AND d.target = encode(sha256($2::bytea), 'hex')
  WHERE n.feed = $1 AND n.kind = 'order.placed' ORDER BY n.seq`;
