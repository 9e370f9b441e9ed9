import { Model } from 'objection';

/** What is sold. The price of a product, its stock and its barcode are those of its variants. */
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
  /** What a piece cost when it was bought last. */
  declare costPaise: number | null;
  declare deletedAt: Date | null;
}
