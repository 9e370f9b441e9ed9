import { checkUnsettled } from './check-unsettled.ts';
import { endHolds } from './end-holds.ts';
import { payRefunds } from './pay-refunds.ts';
import { retryWebhooks } from './retry-webhooks.ts';
import { returnUnused } from './return-unused.ts';

/** What is found to go back goes back at once. */
const returnMoney = async (): Promise<number> => (await returnUnused()) + (await payRefunds());

const STEPS = [endHolds, checkUnsettled, returnMoney, retryWebhooks];

/**
 * Brings to its end what no browser and no provider has told us the end of: orders that were not paid in time, payments
 * nobody came back from, money that no order took, refunds, reports that could not be understood at first. However many
 * workers do it at once, nothing is done twice. One kind that fails keeps none of the others; throws for it afterwards.
 */
export async function sweepPayments(): Promise<void> {
  const results = await Promise.allSettled(STEPS.map((step) => step()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
