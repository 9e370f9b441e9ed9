import type { OutboxPayload } from '@haat/core/outbox/outbox-payload';
import { takeAnnouncement } from '@haat/core/services/notifications/take-announcement';
import type { Tools } from '../tools.ts';

/** Pokes every screen that shows the order. The tables hold the news already; a second run only pokes again. */
export async function announceOrder(payload: OutboxPayload, { bus }: Pick<Tools, 'bus'>): Promise<void> {
  const pokes = await takeAnnouncement(payload);
  await Promise.all(pokes.map((poke) => bus.publish(poke)));
}
