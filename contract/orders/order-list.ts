import type { OrderStatus } from './order-status.ts';
import type { PaymentStatus } from '../payments/payment.ts';

/** Every order is in one of these groups. `machines/orders/order-group.ts` decides which. */
export const ORDER_GROUPS = ['running', 'delivered', 'not_completed'] as const;
export type OrderGroup = (typeof ORDER_GROUPS)[number];

/** The groups that a customer's orders are filtered by; `past` is every order that is not running. */
export const ORDER_GROUP_FILTERS = [...ORDER_GROUPS, 'past'] as const;
export type OrderGroupFilter = (typeof ORDER_GROUP_FILTERS)[number];

/** How far back a customer's orders are listed. */
export const ORDER_PERIODS = ['30-days', '3-months', '1-year'] as const;
export type OrderPeriod = (typeof ORDER_PERIODS)[number];

/** The maximum length of a search for orders by number or by the name of a product. */
export const OWN_ORDER_SEARCH_MAX = 80;

/** The status of an order that was completed. */
export const COMPLETED = 'Delivered' satisfies OrderStatus;

/** The payment states that end an order: it was not paid in time, or the payment is refunded. */
export const ENDING_PAYMENTS = ['expired', 'refund_due', 'refunded'] as const satisfies readonly PaymentStatus[];
