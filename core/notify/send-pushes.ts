import { DEFAULT_LANGUAGE, type LanguageCode } from '@haat/contract/accounts/language';
import { many } from '../db/database.ts';
import { pushSender } from '../gateways/push-sender.ts';
import { pushMessages } from '../ops/metrics/counters.ts';
import { sendPushesJob } from '../queue/job-definitions.ts';
import { readyQueue } from '../queue/queues.ts';
import {
  type Channel,
  type ClaimedDelivery,
  claimStatement,
  IS_OUTDATED,
  type Outcome,
  sendDue,
} from './deliveries.ts';
import { devicesOf } from './devices.ts';
import { type PushContent, pushData } from './push-data.ts';

/** An undelivered message about an order is dropped after this time. */
export const EXPIRES_AFTER_HOURS = 6;

/** `atOnce`: the most messages that the service accepts together; `seconds`: longer than any request takes. */
const CLAIM = { channel: 'push', atOnce: 500, seconds: 120, hours: EXPIRES_AFTER_HOURS } as const;

/** `device`: null when the message must no longer be sent to it. */
type ClaimedPush = PushContent &
  ClaimedDelivery & {
    device: { hash: string; token: string; kind: 'token' | 'fid'; language: LanguageCode | null } | null;
  };

// A device may have logged out, changed hands or left the shop. A status that is no longer the order's latest is not sent:
// arriving late, it would replace the newer one on the screen.
const CLAIM_PUSHES = claimStatement<ClaimedPush>(CLAIM, {
  select: `c.feed, c.seq, n.details, o.order_number, o.takeaway, shop.slug AS shop_slug,
    (SELECT jsonb_build_object('hash', device.token_hash, 'token', device.token, 'kind', device.kind,
        'language', device.language)
      FROM ${devicesOf('n', 'o')} device WHERE device.token_hash = c.target AND NOT (${IS_OUTDATED})) AS device`,
  join: 'JOIN shops shop ON shop.id = o.shop_id',
});

const PUSHES: Channel<ClaimedPush> = {
  ...CLAIM,
  claim: () => many(CLAIM_PUSHES, {}),
  send,
  // Even if every request times out, a claimed batch is through before its claim ends.
  concurrency: 125,
  isAlone: false,
};

/** Sends the due push messages. Returns how many were claimed. */
export const sendPushes = (stopping?: AbortSignal): Promise<number> => sendDue(PUSHES, stopping);

async function send(push: ClaimedPush): Promise<Outcome> {
  if (!push.device) return { state: 'dropped', reason: 'gone' };
  const { token, kind, language } = push.device;
  const outcome = await pushSender().send({ token, kind, data: pushData(push, language ?? DEFAULT_LANGUAGE) });
  pushMessages.inc({ outcome: outcome.kind });
  if (outcome.kind === 'refused') return { state: 'failed', reason: outcome.reason };
  const { kind: state, ...about } = outcome;
  return { state, ...about } as Outcome;
}

/**
 * Queues a job that sends due messages. One waiting job is enough, as it finds them all: jobs must not pile up while the push
 * service is slow. Rejects when the queue does not respond; the scheduled job then sends the messages.
 */
export async function requestPushes(): Promise<void> {
  const queue = await readyQueue(sendPushesJob.queue);
  const { waiting = 0 } = await queue.getJobCounts('waiting');
  if (waiting === 0) await queue.add(sendPushesJob.name, {}, sendPushesJob.options);
}
