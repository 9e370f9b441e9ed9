import type { DifferenceReason, StockTakeState } from '@haat/contract/stock/stock';
import { Table } from './table.ts';

export class StockTake extends Table {
  static override tableName = 'stock_takes';

  declare id: number;
  declare shopId: number;
  declare state: StockTakeState;
  declare endedBy: number | null;
  declare endedAt: Date | null;
}

/** The counted stock of a variant. */
export class StockTakeLine extends Table {
  static override tableName = 'stock_take_lines';
  static override idColumn = ['stockTakeId', 'variantId'];

  declare stockTakeId: number;
  declare variantId: number;
  declare counted: number;
  /** Why it differs from the stock. */
  declare reason: DifferenceReason | null;
  declare note: string | null;
}

export class Supplier extends Table {
  static override tableName = 'suppliers';

  declare id: number;
  declare shopId: number;
  declare name: string;
}

export class Purchase extends Table {
  static override tableName = 'purchases';

  declare id: number;
  declare shopId: number;
  declare state: 'draft' | 'booked';
  declare reversesId: number | null;
  /** The idempotency key of the request that added it. */
  declare key: string | null;
}

export class PurchaseLine extends Table {
  static override tableName = 'purchase_lines';

  declare id: number;
  declare purchaseId: number;
}
