import type { ConsentPurpose } from '@haat/contract/accounts/consent';
import type { LanguageCode } from '@haat/contract/accounts/language';
import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import { Table } from './table.ts';

/** The name of a deleted account, on its orders and its actions in a shop. */
export const ERASED_NAME = 'Deleted account';

export class User extends Table {
  static override tableName = 'users';

  declare id: number;
  declare email: string | null;
  declare loginMobile: string | null;
  declare pendingEmail: string | null;
  declare name: string | null;
  declare mobile: string | null;
  declare profileImage: string | null;
  /** Of mails and push messages. */
  declare language: LanguageCode | null;
  declare isPlatformAdmin: boolean;
  declare blockedAt: Date | null;
  declare deletedAt: Date | null;
  declare createdAt: Date;
}

/** Who works for which shop. A shop admin is a vendor with the rights over the shop itself. */
export class ShopMember extends Table {
  static override tableName = 'shop_members';
  static override idColumn = ['userId', 'shopId'];

  declare userId: number;
  declare shopId: number;
  declare role: ShopRole;
  /** Null until the first login at the shop. */
  declare joinedAt: Date | null;
  declare pinHash: string | null;
}

/** A one-time code, that logs in or confirms a new contact or the deletion of the account. */
export class OtpCode extends Table {
  static override tableName = 'otp_codes';

  declare id: number;
  /** Null for a code that logs in. */
  declare userId: number | null;
  /** Null for a code that logs in or confirms a new email address. */
  declare purpose: 'mobile' | 'deletion' | null;
  declare consumedAt: Date | null;
  declare supersededAt: Date | null;
}

export class LoginSession extends Table {
  static override tableName = 'sessions';

  declare id: string;
  declare userId: number;
  /** The shop that an operator helps, and until when. */
  declare helpedShopId: number | null;
  declare helpsUntil: Date | null;
}

export class RefreshToken extends Table {
  static override tableName = 'refresh_tokens';

  declare id: number;
  declare sessionId: string;
  declare tokenHash: string;
  declare predecessorId: number | null;
  declare usedAt: Date | null;
}

/** A device, logged in to a shop, that asks for a PIN. */
export class SharedDevice extends Table {
  static override tableName = 'shared_devices';
  static override idColumn = ['sessionId', 'shopId'];

  declare sessionId: string;
  declare shopId: number;
  /** Who entered their PIN last, and until when they act unless the device is used. */
  declare actorId: number | null;
  declare actingUntil: Date | null;
}

export class Address extends Table {
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

/** The newest row of a user is the current consent. */
export class Consent extends Table {
  static override tableName = 'consents';

  declare id: number;
  declare userId: number | null;
  declare version: string;
  declare purposes: ConsentPurpose[];
  declare at: Date;
}

/** A choice of a user; without a row, the default of kind and channel applies. */
export class MessagePreference extends Table {
  static override tableName = 'message_preferences';
  static override idColumn = ['userId', 'kind', 'channel'];

  declare userId: number;
  declare kind: string;
  declare channel: string;
  declare isOn: boolean;
}
