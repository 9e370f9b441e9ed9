/** Who takes the money, in the order in which they are offered. Spec section 4. */
export const PAYMENT_PROVIDERS = ['razorpay', 'stripe'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** What one payment goes through, in this order and never back. */
export const PAYMENT_STATES = ['created', 'failed', 'paid', 'consumed', 'refund_due', 'refunded'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** What an order is, in the eyes of its money: 'due' and 'collected' in cash, the others online. */
export const PAYMENT_STATUSES = ['due', 'collected', 'awaiting', 'paid', 'expired', 'refund_due', 'refunded'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const REFUND_STATES = ['due', 'requested', 'done', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** How long an order that waits for its money keeps its goods. */
export const HOLD_MINUTES = 10;

/** The most that one payment may be, in rupees. */
export const MAX_PAYMENT_RUPEES = 500_000;

/** Spec section 8. */
export const PAYMENT_FAILED = 'Payment verification failed.';
export const PAYMENT_AWAY =
  'Online payment is not available right now. Please try again in a moment, or choose cash on delivery.';
export const PAYMENT_NOT_THERE = 'Your payment has not arrived yet. Please try again in a moment.';
export const PAYMENT_UNKNOWN =
  'We could not ask the payment provider yet. If you have paid, your order will follow by itself.';
export const PAYMENT_RETURNED = 'Your payment came too late for this order and is being returned to you.';
export const PAYMENT_OVER = 'The time to pay for this order has run out. Please place it again.';
export const PAYMENT_NOT_OFFERED = 'Online payment is not offered at the moment. Please choose cash on delivery.';
export const PAID_ALREADY = 'This order is paid already.';
