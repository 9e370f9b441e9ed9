import type { ProfileFields } from '@haat/contract/api/users.schema';
import type { PoolClient } from 'pg';
import { database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { User } from '../../db/user.model.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import type { OutboxEntry } from '../../outbox/topics.ts';
import { removePicture } from '../../pictures/remove-picture.ts';
import { storePicture } from '../../pictures/store-picture.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';
import { RESEND_LIMIT } from '../auth/otp-limits.ts';
import { HAS_LIVE_CODE } from './email-change.sql.ts';
import { countEmailCode } from './email-code-limits.ts';
import { getOwnProfile } from './get-own-profile.ts';
import { dropEmailCodes, replaceEmailCode } from './replace-email-code.ts';

/** `address`: where the request came from. `picture`: the bytes of a new one. */
type Request = { userId: number; shopId: number; address: string; fields: ProfileFields; picture?: Buffer | undefined };
type Saved = { oldPicture: string | null; code: OutboxEntry | undefined };

const PICTURE_LIMIT: Limit = { name: 'profile-picture', points: 30, seconds: 3600 };

/**
 * Changes name, mobile and picture at once; a new email address waits until the code that is mailed to it was entered,
 * and whether anybody has it already makes no difference to anything. Answers the user as it is now, and `resendAfter`
 * when an address waits. Throws DomainError `rate_limited` and what `storePicture` throws; then nothing has changed.
 * Spec section 2, Update Profile; design, section 2.
 */
export async function updateProfile(request: Request): Promise<{ user: User; resendAfter: number | undefined }> {
  const { userId, picture } = request;
  if (picture) await countUse(PICTURE_LIMIT, String(userId));
  const newPicture = picture && (await storePicture(picture));
  const { oldPicture, code } = await saveWith(request, newPicture);
  if (code) dispatchSoon(code);
  if (newPicture) await removePicture(oldPicture);
  const user = await getOwnProfile({ userId });
  const resendAfter = user.pendingEmail === null ? undefined : code ? RESEND_LIMIT.seconds : 0;
  return { user, resendAfter };
}

// A picture that no row names must not stay.
async function saveWith(request: Request, newPicture: string | undefined): Promise<Saved> {
  try {
    const needsCode = await countCode(request);
    return await inTransaction((client) => save(client, { ...request, newPicture, needsCode }));
  } catch (error) {
    await removePicture(newPicture);
    throw error;
  }
}

// Saved again while its code is on the way, the same address needs no second one.
async function countCode({ userId, address, fields: { email } }: Request): Promise<boolean> {
  const user = await getOwnProfile({ userId });
  if (user.email === email) return false;
  const { rows } = await database().pool.query<{ found: boolean }>({
    name: 'has-live-change-code',
    text: HAS_LIVE_CODE,
    values: [userId, email],
  });
  if (rows[0]?.found) return false;
  await countEmailCode({ email, address });
  return true;
}

type Saving = Request & { newPicture: string | undefined; needsCode: boolean };

async function save(client: PoolClient, saving: Saving): Promise<Saved> {
  const { userId, shopId, fields, newPicture, needsCode } = saving;
  const { name, email, mobile } = fields;
  const { rows } = await client.query<{ email: string; profile_image: string | null }>({
    name: 'lock-profile',
    text: LOCK,
    values: [userId],
  });
  const before = rows[0];
  if (!before) throw new DomainError('not_found', 'User not found');
  const pending = email === before.email ? null : email;
  const values = [userId, name, mobile !== undefined, mobile, newPicture, pending];
  await client.query({ name: 'save-profile', text: SAVE, values });
  if (pending === null) await dropEmailCodes(client, userId);
  const code = pending !== null && needsCode ? await replaceEmailCode(client, { userId, shopId, email }) : undefined;
  return { oldPicture: before.profile_image, code };
}

const LOCK = `SELECT email, profile_image FROM users WHERE id = $1 FOR UPDATE`;

const SAVE = `
  UPDATE users SET name = $2, mobile = CASE WHEN $3::boolean THEN $4::text ELSE mobile END,
    profile_image = coalesce($5::text, profile_image), pending_email = $6
  WHERE id = $1`;
