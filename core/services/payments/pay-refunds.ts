import type { PaymentProvider } from '@haat/contract/rules/payment';
import { database } from '../../db/database.ts';
import type { RefundRequest, RefundTruth } from '../../gateways/payments/payment-gateway.ts';
import { ProviderError } from '../../gateways/payments/provider-error.ts';
import { gatewayOf } from './ask-provider.ts';
import { recordRefund } from './record-refund.ts';
import { workThrough } from './work-through.ts';

const BATCH = 10;

type DueRefund = {
  id: number;
  attempts: number;
  amountPaise: number;
  token: string;
  provider: PaymentProvider;
  providerPaymentId: string;
  providerRefundId: string | null;
};

/** Has the refunds that are due paid by their providers, and asks how those stand that are under way. Answers how many. */
export const payRefunds = (): Promise<number> =>
  workThrough({ batch: BATCH, claim: () => claim(CLAIM_DUE), act: payRefund });

/** The same for those of one payment, due or not. Throws GatewayError when the provider cannot be asked. */
export async function payRefundsOf(paymentId: number): Promise<void> {
  for (const refund of await claim(CLAIM_OF_PAYMENT, [paymentId])) await payRefund(refund);
}

async function claim(statement: { name: string; text: string }, values: number[] = []): Promise<DueRefund[]> {
  return (await database().pool.query<DueRefund>({ ...statement, values })).rows;
}

async function payRefund(refund: DueRefund): Promise<void> {
  try {
    await recordRefund({ refundId: refund.id, truth: await truthOf(refund) });
  } catch (error) {
    if (!(error instanceof ProviderError && error.failure === 'declined')) throw error;
    await recordRefund({ refundId: refund.id, truth: { state: 'failed' }, error: reasonOf(error) });
  }
}

/** Providers forget our name for a refund after some time: what may have been asked for before is looked for first. */
async function truthOf({ id, token, attempts, provider, amountPaise, ...refund }: DueRefund): Promise<RefundTruth> {
  const gateway = gatewayOf(provider);
  const { providerPaymentId, providerRefundId } = refund;
  const request: RefundRequest = { reference: `haat-refund-${id}-${token}`, providerPaymentId, amountPaise };
  const known = attempts > 1 ? await gateway.lookRefund({ ...request, providerRefundId }) : undefined;
  return known ?? gateway.refund(request);
}

function reasonOf({ message, cause }: ProviderError): string {
  return `${message}: ${cause instanceof Error ? cause.message : String(cause)}`.slice(0, 300);
}

// Their next turn is taken before anybody is asked, so that two workers never pay one at once.
const claiming = (which: string): string => `
  WITH due AS (
    SELECT id FROM refunds WHERE state IN ('due', 'requested') AND ${which}
    ORDER BY next_check_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE refunds r SET attempts = r.attempts + 1, updated_at = now(),
    next_check_at = now() + least(interval '30 seconds' * 2 ^ least(r.attempts, 10), interval '1 hour')
  FROM due, payments p
  WHERE r.id = due.id AND p.id = r.payment_id
  RETURNING r.id, r.attempts, r.amount_paise AS "amountPaise", p.token, p.provider,
    p.provider_payment_id AS "providerPaymentId", r.provider_refund_id AS "providerRefundId"`;

const CLAIM_DUE = { name: 'claim-refunds', text: claiming('next_check_at <= now()') };
const CLAIM_OF_PAYMENT = { name: 'claim-refunds-of-payment', text: claiming('payment_id = $1') };
