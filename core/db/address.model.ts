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
  declare label: string | null;
  declare latitude: number | null;
  declare longitude: number | null;
  /** 0 for a location that the customer set, else that of the PIN code. All three are null if the code does not exist. */
  declare accuracyMetres: number | null;
  declare updatedAt: Date;
}
