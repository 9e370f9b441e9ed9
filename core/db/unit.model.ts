import { Model } from 'objection';

/** What a variant is measured in. Without a shop, all shops share it. */
export class Unit extends Model {
  static override tableName = 'units';

  declare id: number;
  declare shopId: number | null;
  declare name: string;
}
