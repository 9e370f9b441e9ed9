import type { LanguageCode } from '@haat/contract/accounts/language';
import { Model } from 'objection';

/** The name of a deleted account, on its orders and its actions in a shop. */
export const ERASED_NAME = 'Deleted account';

export class User extends Model {
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
