import type { PaymentProvider } from '@haat/contract/payments/payment';
import { many, run, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { IS_UNKNOWN_PAYMENT } from '../payments/payment-health.ts';

/** A payment at a provider that the database does not know, according to the latest webhook event about it. */
export type UnknownPayment = {
  provider: PaymentProvider;
  providerOrderId: string;
  providerPaymentId: string | null;
  kind: string;
  amountPaise: number | null;
  currency: string | null;
  receivedAt: Date;
};

/** Unknown payments that no operator has dismissed, newest first, at most 100. */
export const listUnknownPayments = (): Promise<UnknownPayment[]> => many(LIST_UNKNOWN, {});

const LIST_UNKNOWN = sql<object, UnknownPayment>(`
  WITH latest AS (
    SELECT DISTINCT ON (provider, unknown_order) provider, unknown_order AS provider_order_id, kind, received_at, payload,
      coalesce(payload #> '{payload,payment,entity}', payload #> '{payload,order,entity}', payload #> '{data,object}') AS object
    FROM webhook_events WHERE ${IS_UNKNOWN_PAYMENT}
    ORDER BY provider, unknown_order, received_at DESC
  )
  SELECT provider, provider_order_id, kind, received_at, upper(object ->> 'currency') AS currency,
    coalesce(payload #>> '{payload,payment,entity,id}', object ->> 'payment_intent') AS provider_payment_id,
    substring(coalesce(object ->> 'amount', object ->> 'amount_total') FROM '^\\d{1,15}$')::bigint AS amount_paise
  FROM latest ORDER BY received_at DESC LIMIT 100`);

type Dismissal = { provider: PaymentProvider; providerOrderId: string; by: number };

/** Dismisses a payment that is not ours: it is no longer listed, even if more events follow. Throws not_found. */
export async function dismissUnknownPayment(dismissal: Dismissal): Promise<void> {
  const events = await run(DISMISS, dismissal);
  if (events === 0) throw new DomainError('not_found', 'Payment not found');
}

const DISMISS = sql<Dismissal>(`
  UPDATE webhook_events
  SET dismissed_by = CASE WHEN dismissed_at IS NULL THEN :by::bigint ELSE dismissed_by END,
    dismissed_at = coalesce(dismissed_at, now())
  WHERE provider = :provider AND unknown_order = :providerOrderId`);
