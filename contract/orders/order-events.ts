/**
 * What `order_events` records of an order, each with its actor and time. `details`, by kind, holds ids and sums in paise, and never
 * names, addresses or texts of persons.
 */
export const ORDER_EVENT_KINDS = [
  /** A change of status: `from_status`, `to_status`. */
  'status',
  /** The shop promised a time, or moved it. */
  'promised',
  /** The customer asked to cancel after the grace period; the shop answered, or nobody did in time. */
  'cancellation_requested',
  'cancellation_refused',
  /** The shop proposed other lines; the customer answered, or nobody did in time. */
  'adjustment_proposed',
  'adjustment_answered',
  /** Lines, total and stock changed: a new revision. */
  'adjusted',
  /** Of an order that came back, some cannot be sold again: `items` and `quantities`. */
  'written_off',
  /** A receipt of the order was printed: of the revision `printed`. */
  'printed',
  /** A sale without a connection has something that would have been refused with one: the activity of the shop says what. */
  'to_check',
  /** The shop was reminded of an order that waits. */
  'alerted',
  /** After delivery: a reported problem and its answer. */
  'problem_reported',
  'problem_acknowledged',
  'problem_message',
  'problem_answered',
  /** A part of what was paid, or all of it, goes back; `lowered`: because the total was lowered by as much. */
  'refund_due',
  'refunded',
] as const;
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number];

/** Events between Haat and the shop, which the customer of an order does not see. */
export const INTERNAL_EVENT_KINDS: readonly OrderEventKind[] = ['alerted', 'printed', 'to_check', 'written_off'];

/** What the timeline of an order consists of: that it was placed, its events, the messages about it, its payments. */
export const TIMELINE_KINDS = ['placed', ...ORDER_EVENT_KINDS, 'message', 'payment'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
