/**
 * The kinds of events that `order_events` records, each with its actor and time. `details`, by kind, holds ids and sums in paise,
 * and never names, addresses or texts of persons.
 */
export const ORDER_EVENT_KINDS = [
  /** A change of status: `from_status`, `to_status`. */
  'status',
  /** The shop promised a time, or moved it. */
  'promised',
  /** The customer asked to cancel after the grace period; the shop answered, or the time to answer ran out. */
  'cancellation_requested',
  'cancellation_refused',
  /** The shop proposed other lines; the customer answered, or the time to answer ran out. */
  'adjustment_proposed',
  'adjustment_answered',
  /** Lines, total and stock changed: a new revision. */
  'adjusted',
  /** Some items of a returned order cannot be sold again: `items` and `quantities`. */
  'written_off',
  /** A receipt was printed, of the revision `printed`. */
  'printed',
  /** A sale made offline contains something that would have been refused online: see the shop's activity log. */
  'to_check',
  /** The shop was reminded of an order that waits. */
  'alerted',
  /** After delivery: a reported problem and its answer. */
  'problem_reported',
  'problem_acknowledged',
  'problem_message',
  'problem_answered',
  /** A part of the payment, or all of it, is refunded; `lowered`: because the total was lowered by that amount. */
  'refund_due',
  'refunded',
] as const;
export type OrderEventKind = (typeof ORDER_EVENT_KINDS)[number];

/** Events between Haat and the shop, which the customer of an order does not see. */
export const INTERNAL_EVENT_KINDS: readonly OrderEventKind[] = ['alerted', 'printed', 'to_check', 'written_off'];

/** The kinds of entries in an order's timeline: its placement, its events, messages and payments. */
export const TIMELINE_KINDS = ['placed', ...ORDER_EVENT_KINDS, 'message', 'payment'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
