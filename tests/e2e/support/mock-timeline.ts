import type { Page } from '@playwright/test';
import type { OrderTimelineView, TimelineEntryView } from '../../../contract/orders/order-timeline.calls.ts';
import { ORDER_EVENT_KINDS } from '../../../contract/orders/order-events.ts';

const at = '2026-11-21T05:00:00.000Z';
const promised = '2026-11-21T05:20:00.000Z';

const ORDER: OrderTimelineView = {
  id: 12,
  orderNumber: 'H000012',
  order_status: 'Cancelled',
  takeaway: false,
  shop: { slug: 'malnad-dairy', name: 'Malnad Dairy' },
  audience: 'customer',
  entries: [],
};

/** Every kind of event that a customer can read, and the end of the order with a long reason. */
const EVENTS: TimelineEntryView[] = [
  { kind: 'placed', at, actor: 'customer' },
  { kind: 'status', at, actor: 'shop', status: 'Accepted' },
  ...ORDER_EVENT_KINDS.filter((kind) => kind !== 'status' && kind !== 'alerted').map((kind): TimelineEntryView => ({
    kind,
    at,
    actor: kind === 'refunded' ? 'clock' : 'shop',
    amount: 1_23_456.5,
    total: 1_24_000,
    promised,
    revision: 2,
  })),
  {
    kind: 'status',
    at,
    actor: 'operator',
    status: 'Cancelled',
    reason: 'other',
    text: 'The delivery of the groceries did not arrive at the shop in time. '.repeat(3),
  },
];

const MESSAGE = { channel: 'push', to: 'shop', about: 'order.placed', state: 'sent', count: 3 } as const;
const SENT = [
  MESSAGE,
  { ...MESSAGE, channel: 'mail', to: 'customer', state: 'logged', count: 1 },
  { ...MESSAGE, channel: 'message', to: 'customer', state: 'failed', count: 1 },
] as const;

export const mockTimeline = (page: Page) => answer(page, { ...ORDER, entries: EVENTS });

/** The same for shop and operator: with names, devices, reminders, messages and payments. */
export const mockStaffTimeline = (page: Page) =>
  answer(page, {
    ...ORDER,
    audience: 'staff',
    entries: [
      ...EVENTS.map((entry) =>
        entry.actor === 'clock' ? entry : { ...entry, by: 'Asha', device: 'Chrome on Android' },
      ),
      { kind: 'alerted', at, actor: 'clock', alert: 'webhook' },
      ...SENT.map((message) => ({ kind: 'message' as const, at, message })),
      { kind: 'payment', at, amount: 250, payment: { provider: 'razorpay', state: 'refund_due', source: 'operator' } },
    ],
  });

const answer = (page: Page, timeline: OrderTimelineView) =>
  page.route('**/api/orders/12/timeline', (route) => route.fulfill({ json: timeline }));
