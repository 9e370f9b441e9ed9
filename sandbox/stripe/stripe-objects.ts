import type { StripeIntent, StripeRefund, StripeSession } from './stripe-records.ts';

/** Our records as Stripe words them. */
export function sessionObject(session: StripeSession): Record<string, unknown> {
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: session.amount,
    amount_total: session.amount,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: session.currency,
    customer: null,
    customer_details: session.customerEmail ? { email: session.customerEmail } : null,
    customer_email: session.customerEmail,
    expires_at: session.expiresAt,
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: session.intentId,
    payment_method_types: ['card'],
    payment_status: session.paymentStatus,
    status: session.status,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? session.url : null,
  };
}

export function lineObjects(session: StripeSession): Record<string, unknown>[] {
  return session.lines.map(({ name, quantity, unitAmount }, at) => ({
    id: `li_${session.id.slice(8)}${at}`,
    object: 'item',
    amount_subtotal: unitAmount * quantity,
    amount_total: unitAmount * quantity,
    currency: session.currency,
    description: name,
    price: {
      id: `price_${session.id.slice(8)}${at}`,
      object: 'price',
      currency: session.currency,
      unit_amount: unitAmount,
      unit_amount_decimal: String(unitAmount),
    },
    quantity,
  }));
}

export function intentObject(intent: StripeIntent): Record<string, unknown> {
  const isPaid = intent.status === 'succeeded';
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: isPaid ? intent.amount : 0,
    capture_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    latest_charge: isPaid ? intent.chargeId : null,
    livemode: false,
    metadata: intent.metadata,
    payment_method_types: ['card'],
    status: intent.status,
  };
}

export function chargeObject(intent: StripeIntent, refunded: number): Record<string, unknown> {
  return {
    id: intent.chargeId,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: refunded,
    captured: true,
    created: intent.created,
    currency: intent.currency,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    refunded: refunded === intent.amount,
    status: 'succeeded',
  };
}

export function refundObject(refund: StripeRefund, intent: StripeIntent): Record<string, unknown> {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: intent.chargeId,
    created: refund.created,
    currency: refund.currency,
    ...(refund.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    metadata: refund.metadata,
    payment_intent: intent.id,
    reason: refund.reason,
    status: refund.status,
  };
}
