import type { ProfileFields } from '@haat/contract/accounts/users.calls';
import type { LanguageCode } from '@haat/contract/accounts/language';
import type { PoolClient } from 'pg';
import { inTransaction, one, sql } from '../db/database.ts';
import { User } from '../db/accounts.models.ts';
import { DomainError, invalidField } from '../errors.ts';
import { discardPicture, removePicture, storePicture } from '../pictures/store-picture.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';
import { countOtpRequest, RESEND_LIMIT } from './otp-limits.ts';
import { hasUsableCode, replaceEmailCode, supersedeEmailCodes } from './email-change.ts';

/** The user's own record. Throws DomainError `not_found`. */
export async function getOwnProfile({ userId }: { userId: number }): Promise<User> {
  const user = await User.query().findById(userId);
  if (!user) throw new DomainError('not_found', 'User not found');
  return user;
}

/** `address`: the network address of the request. `picture`: the bytes of a new one. */
type Request = { userId: number; shopId: number; address: string; fields: ProfileFields; picture?: Buffer | undefined };
/** `isSent`: a code to a new address. */
type Saved = { oldPicture: string | null; isSent: boolean };

const PICTURE_LIMIT: Limit = { name: 'profile-picture', points: 30, seconds: 3600 };

/**
 * Changes name, mobile and picture immediately. A new email address is pending until the code mailed to it is entered; the
 * answer is the same whether or not another account has that address. An account with only a mobile number may have no
 * address. Returns the updated user, and `resendAfter` when an address is pending. Throws DomainError `rate_limited` and what
 * `storePicture` throws; then nothing is changed.
 */
export async function updateProfile(request: Request): Promise<{ user: User; resendAfter: number | undefined }> {
  const { userId, picture } = request;
  if (picture) await countUse(PICTURE_LIMIT, String(userId));
  const newPicture = picture && (await storePicture(picture));
  const { oldPicture, isSent } = await saveWith(request, newPicture);
  if (newPicture) await removePicture(oldPicture);
  const user = await getOwnProfile({ userId });
  const resendAfter = user.pendingEmail === null ? undefined : isSent ? RESEND_LIMIT.seconds : 0;
  return { user, resendAfter };
}

// A picture that no row refers to is removed again.
async function saveWith(request: Request, newPicture: string | undefined): Promise<Saved> {
  try {
    const needsCode = await countCode(request);
    return await inTransaction((client) => save(client, { ...request, newPicture, needsCode }));
  } catch (error) {
    await discardPicture(newPicture, error);
    throw error;
  }
}

// Saving the same address again while its code is usable sends no second one.
async function countCode({ userId, address, fields: { email } }: Request): Promise<boolean> {
  const user = await getOwnProfile({ userId });
  if (email === '' && user.email !== null) throw invalidField('email', 'must be an email address');
  if ((user.email ?? '') === email || (await hasUsableCode({ userId, email }))) return false;
  await countOtpRequest({ email, address });
  return true;
}

type Saving = Request & { newPicture: string | undefined; needsCode: boolean };

async function save(client: PoolClient, { userId, shopId, fields, newPicture, needsCode }: Saving): Promise<Saved> {
  const { name, email, mobile } = fields;
  const before = await one(LOCK, { userId }, client);
  if (!before) throw new DomainError('not_found', 'User not found');
  const pending = email === (before.email ?? '') ? null : email;
  // Without one, the mobile number or the picture stays as it is.
  await User.query(client).findById(userId).patch({ name, mobile, profileImage: newPicture, pendingEmail: pending });
  if (pending === null) await supersedeEmailCodes(client, userId);
  const isSent = pending !== null && needsCode && (await replaceEmailCode(client, { userId, shopId, email }));
  return { oldPicture: before.profileImage, isSent };
}

const LOCK = sql<{ userId: number }, { email: string | null; profileImage: string | null }>(
  'SELECT email, profile_image FROM users WHERE id = :userId AND deleted_at IS NULL FOR UPDATE',
);

/** Sets the language of a user's mails and push messages. */
export async function saveLanguage({ userId, language }: { userId: number; language: LanguageCode }): Promise<void> {
  await User.query().findById(userId).patch({ language });
}
