import type { OutboxTopic } from '../queue/job-definitions.ts';
import { Table } from './table.ts';

/** A job to be queued, in the transaction of the change that it is about. */
export class OutboxRow extends Table {
  static override tableName = 'outbox';

  declare id: number;
  declare topic: OutboxTopic;
  declare subjectId: number;
  declare doneAt: Date | null;
}

/** A single-use ticket, which opens one stream of its session. */
export class StreamTicket extends Table {
  static override tableName = 'stream_tickets';
  static override idColumn = 'ticketHash';

  declare ticketHash: string;
  declare sessionId: string;
  declare expiresAt: Date;
}
