import type { FeedRow } from '@haat/core/services/notifications/feed-row';
import { presentNotification } from './present-event.ts';

/** New orders as frames of a stream, one `message` event each. JSON holds no line break, so one data line is enough. */
export function framesOf(rows: FeedRow[]): Buffer {
  return Buffer.from(
    rows
      .filter(({ kind }) => kind === 'order.placed')
      .map(frameOf)
      .join(''),
  );
}

const frameOf = (row: FeedRow): string => `id: ${row.seq}\ndata: ${JSON.stringify(presentNotification(row))}\n\n`;

/** How long the browser waits before it connects again. */
export const retryFrame = (ms: number): string => `retry: ${Math.round(ms)}\n\n`;

export const BEAT = Buffer.from(':\n\n');
