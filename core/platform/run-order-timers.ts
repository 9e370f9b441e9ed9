import { acceptAutomatically } from '../orders/life/accept-automatically.ts';
import { settleUnansweredProposals } from '../orders/adjust/answer-proposal.ts';
import { refuseUnansweredCancellations } from '../orders/life/cancellation-request.ts';
import { remindOfProblems } from '../orders/problems/remind-of-problems.ts';
import { expireOrders } from '../orders/life/expire-orders.ts';
import { sendLastCalls } from '../orders/life/last-call.ts';
import { remindShops } from '../orders/life/remind-shops.ts';

/** Runs the timers of orders that are due. Any number of workers may run it at once; what one of them misses, the next run does. */
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
