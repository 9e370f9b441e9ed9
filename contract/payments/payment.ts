import { mobileIn } from '../accounts/address.ts';

/** The payment providers, in the order in which they are offered. */
export const PAYMENT_PROVIDERS = ['razorpay', 'stripe'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** The states of one payment. */
export const PAYMENT_STATES = ['created', 'failed', 'paid', 'consumed', 'refund_due', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** How an order is paid: 'due', 'collected' and 'cancelled' in cash, the others online. */
export const PAYMENT_STATUSES = [
  'due',
  'collected',
  'cancelled',
  'awaiting',
  'paid',
  'expired',
  'refund_due',
  'refunded',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const REFUND_STATES = ['due', 'requested', 'done', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** How long the stock of an order that awaits its payment stays reserved. */
export const RESERVATION_MINUTES = 10;

/** The maximum of one payment, in rupees. */
export const MAX_PAYMENT_RUPEES = 500_000;

export const PAYMENT_FAILED = 'Payment verification failed.';
export const PAYMENT_UNAVAILABLE =
  'Online payment is not available right now. Please try again in a moment, or pay in cash.';
export const PAYMENT_NOT_RECEIVED = 'Your payment has not arrived yet. Please try again in a moment.';
export const PAYMENT_REFUNDED = 'Your payment could not be used for this order and is being refunded.';
export const PAYMENT_EXPIRED = 'The time to pay for this order has expired. Please place it again.';
export const PAYMENT_NOT_OFFERED = 'Online payment is not offered at the moment. Please pay in cash.';
/** Providers accept and refund no smaller amount. */
export const MIN_ONLINE_PAISE = 100;

export const ALREADY_PAID = 'This order has already been paid.';

/** An operator's search for payments: by an order number, an identifier of the provider, or a contact of the customer. */
export type PaymentSearch = { orderId: number } | { name: string } | { email: string } | { mobile: string };

/**
 * `H000123` and `123` are order numbers, texts with @ email addresses, texts with +91 mobile numbers, and all others identifiers
 * of the provider. Undefined for an empty text.
 */
export function readPaymentSearch(search: string): PaymentSearch | undefined {
  const text = search.trim();
  if (text === '') return undefined;
  if (text.includes('@')) return { email: text.toLowerCase() };
  const mobile = text.startsWith('+') ? mobileIn(text) : undefined;
  if (mobile !== undefined) return { mobile };
  const [, digits] = /^H?0*([1-9]\d{0,14})$/i.exec(text) ?? [];
  return digits === undefined ? { name: text } : { orderId: Number(digits) };
}
