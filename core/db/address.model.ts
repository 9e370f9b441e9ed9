import { Model } from 'objection';

export class Address extends Model {
  static override tableName = 'addresses';

  declare id: number;
  declare userId: number;
  declare name: string;
  declare street: string;
  declare city: string;
  declare zip: string;
  declare phone: string;
  declare updatedAt: Date;
}
