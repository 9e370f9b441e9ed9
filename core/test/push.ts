import { type LocalFcm, startFcm } from '../../tests/fixtures/push/start-fcm.ts';
import { database } from '../db/database.ts';
import { env } from '../ops/env.ts';
import type { OutboxPayload } from '../queue/job-definitions.ts';
import { openSession } from '../accounts/session-lifecycle.ts';
import { saveDevice } from '../notify/devices.ts';

/** A push service on this machine, to which the sender of this process leads from its first message on. */
export async function startPush(): Promise<LocalFcm> {
  const fcm = await startFcm();
  Object.assign(env, { FCM_API_URL: fcm.url });
  return fcm;
}

let made = 0;

type Of = { user: { id: number }; shop: { id: number }; token?: string };

/** A device of the user, logged in at the shop. What its token begins with says how the push service answers. */
export async function createDevice({ user, shop, token = 'fine' }: Of): Promise<{ token: string; sessionId: string }> {
  const { sessionId } = await openSession(database().pool, { userId: user.id, shopId: shop.id });
  const device = { token: `${token}-d${(made += 1)}`, sessionId };
  await saveDevice({ ...device, kind: 'token', userId: user.id });
  return device;
}

/** Order announcements that are still pending. */
export async function announcedOrders(): Promise<OutboxPayload[]> {
  const { rows } = await database().pool.query<OutboxPayload>(
    `SELECT id AS "outboxId", subject_id AS "subjectId" FROM outbox
     WHERE done_at IS NULL AND topic LIKE 'order.%' ORDER BY id`,
  );
  return rows;
}

export type Delivery = {
  feed: string;
  seq: number;
  state: string;
  attempts: number;
  reason: string | null;
  wait: number;
};

/** The deliveries to a device, oldest first; `wait`: seconds until the next attempt. */
export async function deliveriesTo(token: string): Promise<Delivery[]> {
  const { rows } = await database().pool.query<Delivery>(
    `SELECT feed, seq, state, attempts, reason, extract(epoch FROM due_at - now())::float8 AS wait
     FROM deliveries WHERE target = encode(sha256($1::bytea), 'hex') ORDER BY id`,
    [token],
  );
  return rows;
}

/** Lets the time until everything that waits is tried again pass. */
export const expireRetryDelays = () =>
  database()
    .pool.query(`UPDATE deliveries SET due_at = now() WHERE state = 'queued'`)
    .then(() => {});
