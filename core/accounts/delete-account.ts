import type { Contact } from '@haat/contract/accounts/contact';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { OPEN_STATUSES } from '@haat/machines/orders/order.machine';
import type { PoolClient } from 'pg';
import { type Connection, inTransaction, one, run, sql } from '../db/database.ts';
import { ERASED_NAME, LoginSession, OtpCode, ShopMember, type User } from '../db/accounts.models.ts';
import { DomainError } from '../errors.ts';
import { addToOutbox } from '../queue/outbox.ts';
import { log } from '../ops/log.ts';
import { removePicture } from '../pictures/store-picture.ts';
import { invalidOtp } from './one-time-code.ts';
import { endActing } from './end-acting.ts';
import { signalSessions } from './session.ts';
import { leaveTeam } from './team.ts';
import { claimOwnCode, sendOwnCode } from './own-code.ts';
import { getOwnProfile } from './profile.ts';

/** An invoice of this total or more must name its buyer (rule 46 of the CGST Rules, 2017). */
const NAMED_INVOICE_PAISE = 50_000 * 100;

type CodeRequest = { userId: number; shopId: number; address: string };

/**
 * Sends the code that confirms the deletion: to the email address, or to the mobile number of an account without one. Returns
 * the seconds until another may be requested. Throws what `refuseIfInUse` does, and DomainError `rate_limited`.
 */
export async function sendDeletionCode(request: CodeRequest): Promise<{ resendAfter: number; contact: Contact }> {
  const contact = contactOf(await getOwnProfile(request));
  if (!contact) throw new DomainError('not_found', 'User not found');
  await refuseIfInUse(request.userId);
  return { ...(await sendOwnCode({ ...request, purpose: 'deletion', contact })), contact };
}

function contactOf({ email, loginMobile: mobile }: Pick<User, 'email' | 'loginMobile'>): Contact | undefined {
  if (email !== null) return { email };
  return mobile === null ? undefined : { mobile };
}

type Blocker = { orderNumber: string | null; shop: string | null; isOperator: boolean };

/**
 * Throws DomainError `account_in_use`, with a text that says until when, while an order is open or a payment is not settled,
 * and for the platform's operators.
 */
async function refuseIfInUse(userId: number, on?: Connection): Promise<void> {
  const blocker = await one(FIND_BLOCKER, { userId, open: [...OPEN_STATUSES] }, on);
  if (!blocker) return;
  throw new DomainError('account_in_use', textOf(blocker));
}

function textOf({ orderNumber, shop, isOperator }: Blocker): string {
  if (isOperator) return 'The account of an operator cannot be deleted. Another operator must first end that role.';
  if (orderNumber !== null)
    return `Your order ${orderNumber} at ${shop} is still open. You can delete your account once it is completed.`;
  return 'One of your payments is not settled yet. You can delete your account once it is completed or refunded, usually within an hour.';
}

// A payment that was begun may still arrive within the hour; money that has arrived must find its order or go back.
const FIND_BLOCKER = sql<{ userId: number; open: OrderStatus[] }, Blocker>(
  `SELECT NULL AS order_number, NULL AS shop, true AS is_operator FROM users WHERE id = :userId AND is_platform_admin
   UNION ALL
   (SELECT o.order_number, coalesce(h.name, h.slug), false FROM orders o JOIN shops h ON h.id = o.shop_id
    WHERE o.user_id = :userId AND o.status = ANY(:open::text[]) AND o.payment_status NOT IN ('expired', 'refunded')
    ORDER BY o.id LIMIT 1)
   UNION ALL
   (SELECT NULL, NULL, false FROM payments
    WHERE user_id = :userId
      AND (state IN ('paid', 'refund_due') OR (state = 'created' AND created_at > now() - interval '1 hour'))
    LIMIT 1)
   UNION ALL
   (SELECT NULL, NULL, false FROM refunds r JOIN payments p ON p.id = r.payment_id
    WHERE p.user_id = :userId AND r.state IN ('due', 'requested') LIMIT 1)
   LIMIT 1`,
);

type Deletion = { userId: number; code: string };

/**
 * Deletes the account: erases the person from all rows, logs out everywhere, leaves all teams, and notifies the contact for
 * the last time. Orders and payments stay without the person; SECURITY.md lists what remains. Throws DomainError
 * `otp_invalid`, `rate_limited`, `account_in_use`, and `last_admin` when a shop would have no admin left.
 */
export async function deleteAccount({ userId, code }: Deletion): Promise<void> {
  await refuseIfInUse(userId);
  const codeId = await claimOwnCode({ userId, purpose: 'deletion', code });
  const erased = await inTransaction((client) => erase(client, { userId, codeId }));
  signalSessions(erased.sessions);
  await removePicture(erased.picture);
  log.info({ userId }, 'Account deleted');
}

type Erased = { sessions: string[]; picture: string | null };
type Person = { email: string | null; loginMobile: string | null; profileImage: string | null };

async function erase(client: PoolClient, { userId, codeId }: { userId: number; codeId: number }): Promise<Erased> {
  await leaveTeams(client, userId);
  const person = await one(LOCK, { userId }, client);
  if (!person || (await run(CONSUME, { codeId, userId }, client)) === 0) throw invalidOtp();
  // Again, now that the lock makes new orders wait.
  await refuseIfInUse(userId, client);
  const { email, loginMobile: mobile, profileImage: picture } = person;
  const locked = await endActing(client, { userId });
  // Their tokens, tickets and devices are deleted with them.
  const sessions = await LoginSession.query(client).where({ userId }).delete().returning('id');
  await run(ANONYMISE_ORDERS, { userId, name: ERASED_NAME, namedFrom: NAMED_INVOICE_PAISE }, client);
  for (const statement of ERASE)
    await run(statement, { userId, email, mobile, codeId, feed: `user:${userId}` }, client);
  await client.query("SET LOCAL haat.erases_person = 'on'");
  await run(ERASE_SUBJECTS, { email, mobile, name: ERASED_NAME }, client);
  // The code has the contact and the language, for this notice only.
  await addToOutbox(client, email === null ? 'account.deleted_message' : 'account.deleted', codeId);
  return { sessions: [...sessions.map(({ id }) => id), ...locked], picture };
}

// Before the user is locked: every change of a team locks its shop first, and the other order could deadlock.
async function leaveTeams(client: PoolClient, userId: number): Promise<void> {
  const teams = await ShopMember.query(client).select('shopId').where({ userId }).orderBy('shopId');
  for (const { shopId } of teams) await leaveTeam(client, { shopId, userId });
}

const LOCK = sql<{ userId: number }, Person>(
  'SELECT email, login_mobile, profile_image FROM users WHERE id = :userId AND deleted_at IS NULL FOR UPDATE',
);

// Stores the language of the account for the notice that follows.
const CONSUME = sql<{ codeId: number; userId: number }>(
  `UPDATE otp_codes c SET consumed_at = now(), language = u.language FROM users u
   WHERE c.id = :codeId AND u.id = :userId AND c.consumed_at IS NULL AND c.superseded_at IS NULL`,
);

// City and PIN code stay: they are the place of supply, which decides the tax. The shop's notifications say who ordered.
const ANONYMISE_ORDERS = sql<{ userId: number; name: string; namedFrom: number }>(
  `WITH anonymous AS (
     SELECT id, customer_name FROM orders WHERE user_id = :userId AND total_paise < :namedFrom::bigint FOR UPDATE
   ), notified AS (
     UPDATE notifications n SET details = n.details - 'user_name' - 'phone' - 'address',
       message = replace(n.message, ' from ' || anonymous.customer_name || ': ', ' from ' || :name::text || ': ')
     FROM anonymous WHERE n.order_id = anonymous.id
   )
   UPDATE orders o SET customer_name = :name::text, customer_phone = NULL,
     address = o.address || '{"name": "", "street": "", "phone": ""}'
   FROM anonymous WHERE o.id = anonymous.id`,
);

type Erasing = { userId: number; email: string | null; mobile: string | null; codeId: number; feed: string };

const ERASE = [
  // An invoice that must name its buyer needs no phone number, and no note.
  `UPDATE notifications n SET details = n.details - 'phone' FROM orders o
   WHERE o.user_id = :userId AND n.order_id = o.id AND n.details ? 'phone'`,
  `UPDATE orders SET customer_phone = NULL, note = NULL, address = address || '{"phone": ""}'
   WHERE user_id = :userId AND (customer_phone IS NOT NULL OR note IS NOT NULL OR address ->> 'phone' <> '')`,
  // Counter sales belong to the user by their login number.
  `UPDATE orders SET customer_phone = NULL WHERE channel = 'counter' AND customer_phone = :mobile`,
  `UPDATE order_events SET reason_text = NULL WHERE actor_id = :userId AND actor = 'customer' AND reason_text IS NOT NULL`,
  `UPDATE cancellation_requests r SET reason_text = NULL FROM orders o
   WHERE o.user_id = :userId AND r.order_id = o.id AND r.reason_text IS NOT NULL`,
  `UPDATE order_problem_messages SET text = NULL WHERE actor_id = :userId AND actor = 'customer' AND text IS NOT NULL`,
  `DELETE FROM order_problem_pictures WHERE problem_id IN (
     SELECT p.id FROM order_problems p JOIN orders o ON o.id = p.order_id WHERE o.user_id = :userId)`,
  // Of an invitation that came after the teams were left.
  'DELETE FROM shop_members WHERE user_id = :userId',
  // What shops wrote about the person, and their blocks.
  'DELETE FROM shop_customers WHERE user_id = :userId OR mobile = :mobile',
  'DELETE FROM addresses WHERE user_id = :userId',
  'DELETE FROM place_requests WHERE user_id = :userId',
  'DELETE FROM favourite_shops WHERE user_id = :userId',
  'DELETE FROM favourite_products WHERE user_id = :userId',
  'DELETE FROM push_tokens WHERE user_id = :userId',
  'DELETE FROM push_preferences WHERE user_id = :userId',
  'DELETE FROM message_preferences WHERE user_id = :userId',
  'DELETE FROM notification_reads WHERE user_id = :userId',
  'DELETE FROM known_devices WHERE user_id = :userId',
  'DELETE FROM security_notices WHERE user_id = :userId',
  'DELETE FROM limit_refusals WHERE user_id = :userId',
  // A shop that was created from an application stays.
  'DELETE FROM shop_applications WHERE user_id = :userId',
  'DELETE FROM order_requests WHERE user_id = :userId',
  'DELETE FROM product_requests WHERE user_id = :userId',
  // The change itself can still be undone by others of the shop.
  'UPDATE bulk_changes SET key = NULL WHERE user_id = :userId',
  'DELETE FROM order_actions WHERE user_id = :userId',
  'DELETE FROM deliveries WHERE feed = :feed',
  'DELETE FROM notifications WHERE feed = :feed',
  'DELETE FROM feeds WHERE name = :feed',
  'UPDATE consents SET user_id = NULL WHERE user_id = :userId',
  'DELETE FROM otp_codes WHERE (user_id = :userId OR email = :email OR mobile = :mobile) AND id <> :codeId',
  `UPDATE users SET email = NULL, pending_email = NULL, login_mobile = NULL, mobile = NULL, name = NULL, profile_image = NULL,
     language = NULL, deleted_at = now() WHERE id = :userId`,
].map((text) => sql<Erasing>(text));

const ERASE_SUBJECTS = sql<{ email: string | null; mobile: string | null; name: string }>(
  `UPDATE activity_log SET subject = :name
   WHERE (subject = :email OR subject = '+91' || :mobile::text) AND split_part(action, '.', 1) IN ('member', 'account', 'device')`,
);

/** Erases the contact that the notice was sent to. Maintenance erases it a day later where the notice failed. */
export async function eraseDeletionCode(otpId: number): Promise<void> {
  await OtpCode.query().where({ id: otpId, purpose: 'deletion' }).whereNotNull('consumedAt').delete();
}
