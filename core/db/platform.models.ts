import type { ApplicationState } from '@haat/contract/platform/shop-application';
import { Table } from './table.ts';

/** An announcement of the operator. */
export class Announcement extends Table {
  static override tableName = 'announcements';

  declare id: number;
  /** Null for all shops. */
  declare shopId: number | null;
  declare title: string;
  declare withdrawnAt: Date | null;
}

export class ShopApplication extends Table {
  static override tableName = 'shop_applications';

  declare id: number;
  declare userId: number;
  declare state: ApplicationState;
  /** Why it was declined. */
  declare reason: string | null;
  /** The shop of one that was approved. */
  declare shopId: number | null;
  declare decidedAt: Date | null;
}
