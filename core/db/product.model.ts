import { Model } from 'objection';

export class Product extends Model {
  static override tableName = 'products';

  declare id: number;
  declare shopId: number;
  declare categoryId: number | null;
  declare name: string;
  declare description: string | null;
  declare image: string | null;
  declare isPublished: boolean;
  declare deletedAt: Date | null;
}
