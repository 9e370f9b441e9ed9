import { inTransaction, many, one, sql } from '../../db/database.ts';
import { env } from '../../ops/env.ts';
import { canSendMessages } from '../../gateways/message-sender.ts';
import { addToOutbox } from '../../queue/outbox.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { isNotPutOff } from '../../queue/failed-items.ts';
import { processInBatches } from '../../queue/process-in-batches.ts';
import { recordOrderEvent } from '../../activity/record-order-event.ts';

const BATCH = 20;

/**
 * Reminds shops of orders that wait: first all devices of the team, by push message, then by the alert webhook or a message to
 * their mobile numbers. Safe to run concurrently on any number of workers; each reminder is sent once. Returns their number.
 */
export async function remindShops(): Promise<number> {
  let reminded = 0;
  await processInBatches({
    processor: 'remind-shops',
    batch: BATCH,
    claim: () => many(LIST_DUE, {}),
    idOf: ({ id }) => id,
    process: async ({ id }) => {
      if (await remind(id)) reminded += 1;
    },
  });
  return reminded;
}

async function remind(orderId: number): Promise<boolean> {
  return inTransaction(async (client) => {
    const canAlert = env.ALERT_WEBHOOK_URL !== undefined || canSendMessages();
    // Another worker, or the shop, may have been first.
    const reminded = await one(COUNT_REMINDER, { orderId, canAlert }, client);
    if (!reminded) return false;
    const isFirst = reminded.reminders === 1;
    const details = { channel: isFirst ? 'push' : 'webhook' };
    await recordOrderEvent(client, { orderId, kind: 'alerted', actor: 'clock', actorId: null, details });
    const message = 'still waiting for an answer from the shop';
    if (isFirst) await notifyOfUpdate(client, { orderId, update: 'waiting', message });
    else await addToOutbox(client, 'shop.alert', orderId);
    return true;
  });
}

const LIST_DUE = sql<object, { id: number }>(
  `SELECT id FROM orders WHERE status = 'Pending' AND remind_at <= now() AND ${isNotPutOff('remind-shops', 'id')}
   ORDER BY remind_at LIMIT ${BATCH}`,
);

const COUNT_REMINDER = sql<{ orderId: number; canAlert: boolean }, { reminders: number }>(
  `
  UPDATE orders o SET reminders = o.reminders + 1,
    remind_at = CASE WHEN o.reminders = 0 AND :canAlert::boolean
      THEN o.remind_at + make_interval(secs => greatest(shop.alert_seconds - shop.remind_seconds, 0)) END
  FROM shops shop
  WHERE o.id = :orderId AND shop.id = o.shop_id AND o.status = 'Pending' AND o.remind_at <= now()
  RETURNING o.reminders`,
);
