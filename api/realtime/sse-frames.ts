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

/** An event of another name and without an id: who only knows new orders does not see it, and resumes as before. */
export const acknowledgedFrame = (seq: number): string => `event: acknowledged\ndata: ${JSON.stringify({ seq })}\n\n`;

/** Sent into the silence as an event, not as a comment: only so can a browser notice that it has stopped coming. */
export const BEAT = Buffer.from('event: beat\ndata: {}\n\n');
