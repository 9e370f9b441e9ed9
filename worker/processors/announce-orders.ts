import { log } from '@haat/core/log';
import type { OutboxPayload } from '@haat/core/outbox/outbox-payload';
import { closeAnnouncements } from '@haat/core/services/notifications/close-announcements';
import { readAnnouncements } from '@haat/core/services/notifications/read-announcements';
import { wakePushes } from '@haat/core/services/push/wake-pushes';
import type { Tools } from '../tools.ts';

type Payload = { orders: OutboxPayload[] };

/**
 * Pokes every screen that shows the orders, before anything else; then has the devices told that are to be told with the app
 * closed. The tables hold the news already; a second run only pokes again.
 */
export async function announceOrders({ orders }: Payload, { bus }: Pick<Tools, 'bus'>): Promise<void> {
  const pokes = await readAnnouncements(orders);
  const poking = Promise.all(pokes.map((poke) => bus.publish(poke)));
  const news = pokes.flatMap((poke) => (poke.type === 'feed' ? [`${poke.feed}#${poke.seq}`] : []));
  log.info({ outboxIds: orders.map(({ outboxId }) => outboxId), news }, 'Telling the screens');
  // Also where a poke failed: a second run finds the announcements closed, and would wake nobody.
  const [poked, closed] = await Promise.allSettled([poking, closeAnnouncements(orders)]);
  if (closed.status === 'rejected') throw closed.reason;
  if (closed.value > 0) await wakePushes();
  if (poked.status === 'rejected') throw poked.reason;
}
