import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import { Model } from 'objection';

/** Who works for which shop. A shop admin is a vendor with the rights over the shop itself. */
export class ShopMember extends Model {
  static override tableName = 'shop_members';
  static override idColumn = ['userId', 'shopId'];

  declare userId: number;
  declare shopId: number;
  declare role: ShopRole;
  /** Null until the first login at the shop. */
  declare joinedAt: Date | null;
}
