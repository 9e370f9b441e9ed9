import type { PaymentProvider } from '@haat/contract/rules/payment';
import { reasonOf } from '@haat/contract/rules/reason';
import type { PlaceRequest } from '../checkout/place-request.ts';

/**
 * What is to be paid, as it travels from screen to screen: an order as the customer saw it, which is stored when its
 * payment begins, or one that is stored and whose goods are held (`orderId`).
 */
export type PaymentOrder = { shopSlug: string; totalPaise: number } & (
  { request: PlaceRequest; orderId?: undefined } | { orderId: number; request?: undefined }
);

/** A payment that the provider knows of, with what its page or its window needs. */
export type StartedPayment =
  | { provider: 'stripe'; url: string }
  | {
      provider: 'razorpay';
      id: string;
      key: string;
      amountPaise: number;
      checkoutUrl: string;
      heldUntil: string | undefined;
    };

/** What the provider's window hands over after a payment; only the server can tell whether it is true. */
export type ProviderReply = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };

export type StartInput = { order: PaymentOrder; provider: PaymentProvider };

/** Whether a payment did not begin because another one has paid for the order. */
export const isPaidAlready = (error: unknown): boolean => reasonOf(error).code === 'status_not_allowed';
