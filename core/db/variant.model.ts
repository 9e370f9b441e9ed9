import { Model } from 'objection';

/** An item on sale. A product's price, stock and barcode belong to its variants. */
export class Variant extends Model {
  static override tableName = 'variants';

  declare id: number;
  declare productId: number;
  declare sizeId: number | null;
  declare colorId: number | null;
  declare unitId: number | null;
  declare pricePaise: number;
  declare mrpPaise: number | null;
  declare stock: number;
  declare barcode: string | null;
  declare position: number;
  /** Null: the level of the shop. */
  declare reorderLevel: number | null;
  /** The cost of a piece at its last purchase. */
  declare costPaise: number | null;
  declare deletedAt: Date | null;
}
