import type { OutboxPayload } from '@haat/core/outbox/outbox-payload';
import { takeAnnouncements } from '@haat/core/services/notifications/take-announcements';
import type { Tools } from '../tools.ts';

type Payload = { orders: OutboxPayload[] };

/** Pokes every screen that shows the orders. The tables hold the news already; a second run only pokes again. */
export async function announceOrders({ orders }: Payload, { bus }: Pick<Tools, 'bus'>): Promise<void> {
  const pokes = await takeAnnouncements(orders);
  await Promise.all(pokes.map((poke) => bus.publish(poke)));
}
