import { PAYMENT_AWAY } from '@haat/contract/rules/payment';
import { database } from '../../db/database.ts';
import { DomainError, GatewayError } from '../../errors.ts';
import { ProviderError } from '../../gateways/payments/provider-error.ts';
import type { Opened, PaidLine } from '../../gateways/payments/payment-gateway.ts';
import { log } from '../../log.ts';
import { offeredGateway } from './offered-gateway.ts';
import { findPayment, type PaymentRecord, referenceOf } from './payment-record.ts';

/** Where the provider's page sends the browser; both lead to ourselves. */
export type ReturnTo = { success: string; cancel: string };

type Opening = {
  payment: PaymentRecord;
  lines: PaidLine[];
  email: string;
  returnTo: ReturnTo | undefined;
  mayExist: boolean;
};

const RETRY_AFTER = 5;
const opening = new Map<number, Promise<Opened>>();

/**
 * The provider's object of a payment: the stored one, or a new one that is stored. Clicks at once share one call; where two
 * processes make one each, the first that is stored is everybody's, and nobody ever hears of the other. Throws unavailable
 * when the provider cannot be asked: the next try goes on from here.
 */
export async function openPayment(wanted: Opening): Promise<Opened> {
  const { id, providerOrderId, url } = wanted.payment;
  if (providerOrderId) return { providerOrderId, url };
  const running = opening.get(id) ?? openNow(wanted).finally(() => opening.delete(id));
  opening.set(id, running);
  return running;
}

async function openNow({ payment, lines, email, returnTo, mayExist }: Opening): Promise<Opened> {
  const { id, createdAt, amountPaise, orderId, orderNumber } = payment;
  const notes = { payment: String(id), ...(orderId && { order: String(orderId), number: orderNumber ?? '' }) };
  const opened = await orAway(
    id,
    offeredGateway(payment.provider).open({
      reference: referenceOf(payment),
      createdAt,
      notes,
      amountPaise,
      lines,
      email,
      ...(returnTo && { returnTo }),
      mayExist,
    }),
  );
  await database().pool.query(
    'UPDATE payments SET provider_order_id = $2, url = $3, updated_at = now() WHERE id = $1 AND provider_order_id IS NULL',
    [id, opened.providerOrderId, opened.url],
  );
  const stored = await findPayment({ paymentId: id });
  return { providerOrderId: stored.providerOrderId ?? opened.providerOrderId, url: stored.url };
}

async function orAway(paymentId: number, opened: Promise<Opened>): Promise<Opened> {
  try {
    return await opened;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn({ reason: error.message, cause: String(error.cause) }, 'A payment could not be opened');
    if (error instanceof ProviderError && error.failure === 'server') await rename(paymentId);
    throw new DomainError('unavailable', PAYMENT_AWAY, { retry_after: RETRY_AFTER });
  }
}

/**
 * A provider remembers for a day that it broke over a name, and would break over it again. What it may have made under the old
 * one, nobody has seen and nobody can pay.
 */
async function rename(paymentId: number): Promise<void> {
  await database().pool.query(
    `UPDATE payments SET token = substr(gen_random_uuid()::text, 1, 8) WHERE id = $1 AND provider_order_id IS NULL`,
    [paymentId],
  );
}
