import { DEFAULT_LANGUAGE } from '@haat/contract/accounts/language';
import { batched } from '../lib/async.ts';
import { type PushMessage, type PushOutcome, pushSender } from '../gateways/push-sender.ts';
import { log } from '../ops/log.ts';
import { pushMessages } from '../ops/metrics/counters.ts';
import { failedOutcome, retryDelay, returnDeliveries, type SettledDelivery, settleDeliveries } from './deliveries.ts';
import {
  START_WITHIN_MS,
  CLAIMED_AT_ONCE,
  type ClaimedPush,
  claimPushes,
  EXPIRES_AFTER_HOURS,
} from './claim-pushes.ts';
import { pushData } from './push-data.ts';
import { readyQueue } from '../queue/queues.ts';
import { sendPushesJob } from '../queue/job-definitions.ts';

// The rest waits for the next job, so that no job runs without end.
const MAX_ROUNDS = 20;
/** Concurrent requests: even if every one times out, a claimed batch is through before its claim ends. */
const CONCURRENCY = 125;

/**
 * Sends due push messages, first attempts and retries. Safe to run concurrently: each delivery is claimed by one run. Returns
 * how many were claimed. Once `stopping` it starts no more sends and releases unsent deliveries. Rejects when the database does
 * not respond.
 */
export async function sendPushes(stopping?: AbortSignal): Promise<number> {
  let total = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (stopping?.aborted) break;
    const claimed = await sendRound(stopping);
    total += claimed;
    if (claimed < CLAIMED_AT_ONCE) break;
  }
  return total;
}

async function sendRound(stopping: AbortSignal | undefined): Promise<number> {
  const from = performance.now();
  const claimed = await claimPushes();
  await sendClaimed(claimed, () => stopping?.aborted === true || performance.now() - from > START_WITHIN_MS);
  return claimed.length;
}

async function sendClaimed(claimed: ClaimedPush[], isOver: () => boolean): Promise<void> {
  const sendable = claimed.filter(isSendable);
  const gone = claimed.filter((push) => !isSendable(push));
  await settleDeliveries(
    gone.map((push) => ({ ...push, state: push.isLate ? 'failed' : 'dropped', reason: 'late or gone' })),
  );
  if (sendable.length === 0) return;
  const { settled, left } = await sendAll(sendable, isOver);
  report(settled);
  await returnDeliveries(left);
}

/** Stores each outcome as soon as it is known, batched with simultaneous ones. */
async function sendAll(
  pushes: SendablePush[],
  isOver: () => boolean,
): Promise<{ settled: SettledDelivery[]; left: SendablePush[] }> {
  const settled: SettledDelivery[] = [];
  const settle = batched(settleDeliveries);
  const sender = pushSender();
  const queue = pushes.values();
  const send = async (push: SendablePush): Promise<SettledDelivery> => {
    const outcome = await sender.send(messageOf(push));
    pushMessages.inc({ outcome: outcome.kind });
    return settledBy(push, outcome);
  };
  const sendOneByOne = async () => {
    for (const push of queue) {
      const result = await send(push).catch((error: unknown) =>
        failedOutcome(error, { ...push, hours: EXPIRES_AFTER_HOURS }),
      );
      settled.push(result);
      await settle(result);
      if (isOver()) return;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sendOneByOne));
  return { settled, left: [...queue] };
}

type SendablePush = ClaimedPush & { device: NonNullable<ClaimedPush['device']> };

const isSendable = (push: ClaimedPush): push is SendablePush => push.device !== null && !push.isLate;

const messageOf = (push: SendablePush): PushMessage => ({
  token: push.device.token,
  kind: push.device.kind,
  data: pushData(push, push.device.language ?? DEFAULT_LANGUAGE),
});

function settledBy(push: ClaimedPush, outcome: PushOutcome): SettledDelivery {
  const { deliveryId, attempt, ageMs } = push;
  const about = { deliveryId, attempt, ...('reason' in outcome && { reason: outcome.reason }) };
  if (outcome.kind === 'refused') return { ...about, state: 'failed' };
  if (outcome.kind !== 'retry') return { ...about, state: outcome.kind };
  const waitMs = retryDelay({ attempt, ageMs, afterMs: outcome.afterMs, hours: EXPIRES_AFTER_HOURS });
  return waitMs === undefined ? { ...about, state: 'failed' } : { ...about, state: 'queued', waitMs };
}

/** Logs one line with the failures by reason, without devices or users. */
function report(settled: SettledDelivery[]): void {
  const failures = settled.filter(({ state }) => state !== 'sent' && state !== 'logged');
  if (failures.length === 0) return;
  const reasons = Map.groupBy(failures, ({ state, reason }) => `${state}: ${reason}`);
  const counts = Object.fromEntries([...reasons].map(([reason, those]) => [reason, those.length]));
  log.warn({ counts, sent: settled.length - failures.length }, 'Some push messages were not delivered');
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
