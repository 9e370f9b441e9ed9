import { Table } from './table.ts';

/** The counted cash of a day, of one person or of all. */
export class CashClose extends Table {
  static override tableName = 'cash_closes';

  declare id: number;
  declare actorId: number;
  /** The idempotency key of the request. */
  declare requestKey: string | null;
  declare bodyHash: string;
}
