import { batched } from '../../bus/batched.ts';
import { type PushMessage, type PushOutcome, pushSender } from '../../gateways/push-sender.ts';
import { log } from '../../log.ts';
import { pushMessages } from '../../metrics/counters.ts';
import { BEGUN_WITHIN_MS, CLAIMED_AT_ONCE, type ClaimedPush, claimPushes } from './claim-pushes.ts';
import { nextTry } from './next-try.ts';
import { pushData } from './push-data.ts';
import { returnPushes } from './return-pushes.ts';
import { type SettledPush, settlePushes } from './settle-pushes.ts';

// What is left after these waits for the next round, so that no job is endless.
const MOST_ROUNDS = 20;
/** Side by side: even if none of them is answered, all that were claimed are through before the claim is over. */
const AT_ONCE = 125;

/**
 * Sends what is due, first tries and later ones. May run many times at once: each delivery is claimed by one. Answers how
 * many were claimed. Once `stopping` it begins no more, and others may send at once what it had claimed. Rejects when the
 * database does not answer. Spec section 4.
 */
export async function sendPushes(stopping?: AbortSignal): Promise<number> {
  let total = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
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
  await sendClaimed(claimed, () => stopping?.aborted === true || performance.now() - from > BEGUN_WITHIN_MS);
  return claimed.length;
}

async function sendClaimed(claimed: ClaimedPush[], isOver: () => boolean): Promise<void> {
  const told = claimed.filter(isTold);
  const gone = claimed.filter((push) => !isTold(push));
  await settlePushes(
    gone.map((push) => ({ ...push, state: push.isLate ? 'failed' : 'dropped', reason: 'late or gone' })),
  );
  if (told.length === 0) return;
  const { settled, left } = await sendAll(told, isOver);
  report(settled);
  await returnPushes(left);
}

/** What became of each is written down as soon as it is known, together with those that are known at the same time. */
async function sendAll(told: ToldPush[], isOver: () => boolean): Promise<{ settled: SettledPush[]; left: ToldPush[] }> {
  const settled: SettledPush[] = [];
  const settle = batched(settlePushes);
  const sender = pushSender();
  const queue = told.values();
  const sendOneByOne = async () => {
    for (const push of queue) {
      const outcome = await sender.send(messageOf(push));
      pushMessages.inc({ outcome: outcome.kind });
      const became = settledBy(push, outcome);
      settled.push(became);
      await settle(became);
      if (isOver()) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOneByOne));
  return { settled, left: [...queue] };
}

type ToldPush = ClaimedPush & { device: NonNullable<ClaimedPush['device']> };

const isTold = (push: ClaimedPush): push is ToldPush => push.device !== null && !push.isLate;

const messageOf = (push: ToldPush): PushMessage => ({
  token: push.device.token,
  kind: push.device.kind,
  data: pushData(push),
});

function settledBy(push: ClaimedPush, outcome: PushOutcome): SettledPush {
  const { deliveryId, attempt, ageMs } = push;
  const about = { deliveryId, attempt, ...('reason' in outcome && { reason: outcome.reason }) };
  if (outcome.kind === 'refused') return { ...about, state: 'failed' };
  if (outcome.kind !== 'retry') return { ...about, state: outcome.kind };
  const waitMs = nextTry({ attempt, ageMs, afterMs: outcome.afterMs });
  return waitMs === undefined ? { ...about, state: 'failed' } : { ...about, state: 'queued', waitMs };
}

/** One line for what did not go well, by its reasons; never whose device it was. */
function report(settled: SettledPush[]): void {
  const problems = settled.filter(({ state }) => state !== 'sent' && state !== 'logged');
  if (problems.length === 0) return;
  const reasons = Map.groupBy(problems, ({ state, reason }) => `${state}: ${reason}`);
  const counts = Object.fromEntries([...reasons].map(([reason, those]) => [reason, those.length]));
  log.warn({ counts, sent: settled.length - problems.length }, 'Some push messages were not taken');
}
