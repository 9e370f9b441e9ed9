import { acceptAutomatically } from '../orders/life/accept-automatically.ts';
import { settleUnansweredProposals } from '../orders/adjust/answer-proposal.ts';
import { refuseUnansweredCancellations } from '../orders/life/cancellation-request.ts';
import { remindOfProblems } from '../orders/problems/remind-of-problems.ts';
import { expireOrders } from '../orders/life/expire-orders.ts';
import { sendLastCalls } from '../orders/life/last-call.ts';
import { remindShops } from '../orders/life/remind-shops.ts';

/** Runs due order timers. Safe to run concurrently on any number of workers; the next run does any missed work. */
export async function runOrderTimers(): Promise<void> {
  const timers = [
    acceptAutomatically,
    expireOrders,
    remindShops,
    sendLastCalls,
    refuseUnansweredCancellations,
    settleUnansweredProposals,
    remindOfProblems,
  ];
  const failed = (await Promise.allSettled(timers.map((run) => run()))).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
