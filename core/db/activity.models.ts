import type { ActivityAction } from '@haat/contract/activity/activity';
import { Table } from './table.ts';

/** A change by a person of a shop or an operator. */
export class ActivityEntry extends Table {
  static override tableName = 'activity_log';
  static override jsonAttributes = ['before', 'after'];

  declare id: number;
  declare shopId: number | null;
  declare actorId: number | null;
  declare action: ActivityAction;
  declare subject: string | null;
  declare before: Record<string, unknown> | null;
  declare after: Record<string, unknown> | null;
}
