/** Updates of an order, other than its status, that its customer is notified of, by kind of notification. */
export const CUSTOMER_UPDATES = {
  /** The shop has proposed other lines, changed them, or withdrawn its proposal. */
  proposed: 'order.adjustment',
  adjusted: 'order.adjustment',
  withdrawn: 'order.adjustment',
  /** The shop promises another time. */
  promised: 'order.adjustment',
  problem_message: 'order.problem',
  problem_answered: 'order.problem',
  cancellation_refused: 'order.cancellation',
  /** A part of the price of the order is paid back in cash. */
  paid_out: 'order.refund',
} as const;

/** The same for the shop. */
export const SHOP_UPDATES = {
  proposal_answered: 'order.adjustment',
  proposal_unanswered: 'order.adjustment',
  problem_reported: 'order.problem',
  problem_reply: 'order.problem',
  /** The shop has not answered yet. */
  problem_waiting: 'order.problem',
  /** The order still waits for the shop. */
  waiting: 'order.alert',
  /** It expires soon: the shop is called once more. */
  last_call: 'order.alert',
  /** A member has read that orders expired; for the other screens of the shop. */
  expiry_read: 'order.alert',
  /** The shop has stopped taking orders, because several in a row were not answered. */
  not_responding: 'order.alert',
  cancellation_requested: 'order.cancellation',
  /** By the customer or the operator. */
  cancelled: 'order.cancellation',
  expired: 'order.cancellation',
} as const;

export type CustomerUpdate = keyof typeof CUSTOMER_UPDATES;
type ShopUpdate = keyof typeof SHOP_UPDATES;
export type OrderUpdate = CustomerUpdate | ShopUpdate;

export const CUSTOMER_UPDATE_NAMES = Object.keys(CUSTOMER_UPDATES) as [CustomerUpdate, ...CustomerUpdate[]];

/** The kinds of notifications about an order. */
export type OrderNotificationKind =
  | 'order.placed'
  | 'order.status'
  | 'order.refund'
  | 'order.expired'
  | (typeof CUSTOMER_UPDATES)[CustomerUpdate]
  | (typeof SHOP_UPDATES)[ShopUpdate];
