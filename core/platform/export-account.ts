import type { ExportView } from '@haat/contract/accounts/users.calls';
import { one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { LINE_PAISE } from '../orders/order-record.ts';
import { SELLER } from '../shops/seller.sql.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';

const LIMIT: Limit = { name: 'export-account', points: 10, seconds: 3600 };
/** The newest of each kind: a response must end. */
const MOST = 2_000;

/**
 * Everything that is stored about a person, as they would read it: amounts in rupees, no ids of other people. Throws
 * DomainError `rate_limited`.
 */
export async function exportAccount({ userId }: { userId: number }): Promise<ExportView> {
  await countUse(LIMIT, String(userId));
  const row = await one(EXPORT, { userId, feed: `user:${userId}` });
  if (!row) throw new DomainError('not_found', 'User not found');
  return { exported_at: new Date().toISOString(), ...row.data };
}

const list = (rows: string): string => `(SELECT coalesce(json_agg(to_json(entry)), '[]') FROM (${rows}) entry)`;

const ITEMS = list(`
  SELECT i.name, i.size, i.color, i.unit, i.quantity, i.unit_price_paise / 100.0 AS unit_price,
    i.packed_grams, ${LINE_PAISE} / 100.0 AS amount
  FROM order_items i WHERE i.order_id = o.id ORDER BY i.id`);
const REVISIONS = list(`
  SELECT r.revision, r.total_paise / 100.0 AS total, r.ended_at, (
    SELECT json_agg(json_build_object('name', line ->> 'name', 'size', line ->> 'size', 'color', line ->> 'color',
      'unit', line ->> 'unit', 'quantity', line -> 'quantity', 'packed_grams', line -> 'packedGrams',
      'amount', (line -> 'amountPaise')::bigint / 100.0)) FROM jsonb_array_elements(r.lines) line) AS items
  FROM order_revisions r WHERE r.order_id = o.id ORDER BY r.revision`);
const STATUSES = list(`
  SELECT e.to_status AS status, e.at, e.actor, e.reason, e.reason_text AS text FROM order_events e
  WHERE e.order_id = o.id AND e.kind = 'status' ORDER BY e.id`);

const REFUNDS = list(`
  SELECT r.amount_paise / 100.0 AS amount, r.state, r.reason_text AS reason, r.created_at, r.updated_at FROM refunds r
  WHERE r.payment_id = p.id ORDER BY r.id`);

const CASH_REFUNDS = list(`
  SELECT c.amount_paise / 100.0 AS amount, c.reason_text AS reason, c.at FROM cash_payouts c
  WHERE c.order_id = o.id ORDER BY c.id`);

const ORDERS = list(`
  SELECT o.order_number, shop.slug AS shop, ${SELLER} AS seller, o.created_at, o.status, o.takeaway, o.payment_method, o.payment_status,
    o.total_paise / 100.0 AS total, o.refunded_paise / 100.0 AS refunded, o.customer_name, o.customer_phone, o.address, o.note,
    o.if_unavailable, ${ITEMS} AS items,
    ${REVISIONS} AS earlier_lines, ${STATUSES} AS statuses, ${CASH_REFUNDS} AS cash_refunds,
    (SELECT json_build_object('reason', r.reason, 'text', r.reason_text, 'at', r.requested_at, 'state', r.state)
      FROM cancellation_requests r WHERE r.order_id = o.id) AS cancellation_request
  FROM orders o JOIN shops shop ON shop.id = o.shop_id WHERE o.user_id = :userId ORDER BY o.id DESC LIMIT ${MOST}`);

const PROBLEM_LINES = list(`
  SELECT i.name, l.kind, l.quantity, l.returned FROM order_problem_lines l JOIN order_items i ON i.id = l.order_item_id
  WHERE l.problem_id = p.id ORDER BY i.id`);
const PROBLEM_MESSAGES = list(`
  SELECT m.kind, m.actor, m.text, m.at FROM order_problem_messages m WHERE m.problem_id = p.id ORDER BY m.id`);

const PROBLEMS = list(`
  SELECT p.problem_number, o.order_number, p.state, p.reported_at, p.acknowledged_at, p.solved_at,
    p.refund_paise / 100.0 AS refunded, ${PROBLEM_LINES} AS lines, ${PROBLEM_MESSAGES} AS messages,
    (SELECT count(*) FROM order_problem_pictures f WHERE f.problem_id = p.id)::int AS pictures
  FROM order_problems p JOIN orders o ON o.id = p.order_id WHERE o.user_id = :userId ORDER BY p.id DESC LIMIT ${MOST}`);

// One statement, so that all parts are of the same moment.
const EXPORT = sql<{ userId: number; feed: string }, { data: Omit<ExportView, 'exported_at'> }>(`
  SELECT json_build_object(
    'profile', (SELECT to_json(profile) FROM (SELECT u.id, u.email, u.pending_email, u.login_mobile, u.mobile, u.name,
      u.profile_image, u.language, u.created_at) profile),
    'addresses', ${list(`
      SELECT name, label, street, city, zip, phone, latitude, longitude, accuracy_metres, created_at, updated_at
      FROM addresses WHERE user_id = :userId ORDER BY id`)},
    'place_requests', ${list('SELECT latitude, longitude, created_at FROM place_requests WHERE user_id = :userId')},
    'favourite_shops', ${list(`
      SELECT h.slug AS shop, f.created_at FROM favourite_shops f JOIN shops h ON h.id = f.shop_id
      WHERE f.user_id = :userId ORDER BY f.created_at`)},
    'favourite_products', ${list(`
      SELECT h.slug AS shop, p.name, f.created_at
      FROM favourite_products f JOIN products p ON p.id = f.product_id JOIN shops h ON h.id = p.shop_id
      WHERE f.user_id = :userId ORDER BY f.created_at`)},
    'orders', ${ORDERS},
    'problems', ${PROBLEMS},
    'payments', ${list(`
      SELECT p.provider, p.provider_order_id, p.provider_payment_id, p.amount_paise / 100.0 AS amount, p.state, p.created_at,
        p.paid_at, o.order_number, ${REFUNDS} AS refunds
      FROM payments p LEFT JOIN orders o ON o.id = p.order_id WHERE p.user_id = :userId ORDER BY p.id DESC LIMIT ${MOST}`)},
    'consents', ${list('SELECT version, purposes, at FROM consents WHERE user_id = :userId ORDER BY id DESC')},
    'sessions', ${list(`
      SELECT s.device, h.slug AS shop, s.created_at AS signed_in_at, s.used_at, s.expires_at, s.revoked_at AS signed_out_at
      FROM sessions s JOIN shops h ON h.id = s.shop_id WHERE s.user_id = :userId ORDER BY s.created_at DESC LIMIT ${MOST}`)},
    'devices', ${list('SELECT kind, created_at, seen_at FROM push_tokens WHERE user_id = :userId ORDER BY created_at')},
    'message_preferences', ${list('SELECT kind, channel, is_on, updated_at FROM message_preferences WHERE user_id = :userId ORDER BY kind, channel')},
    'notifications', ${list(`
      SELECT kind, status, message, created_at,
        seq <= coalesce((SELECT r.seq FROM notification_reads r WHERE r.user_id = :userId), 0) AS is_read
      FROM notifications WHERE feed = :feed ORDER BY seq DESC LIMIT ${MOST}`)},
    'security_notices', ${list('SELECT kind, device, created_at FROM security_notices WHERE user_id = :userId ORDER BY id DESC')},
    'known_devices', ${list('SELECT seen_at FROM known_devices WHERE user_id = :userId ORDER BY seen_at DESC')},
    'limit_refusals', ${list('SELECT day, count, last_at FROM limit_refusals WHERE user_id = :userId ORDER BY day')},
    'shop_notes', ${list(`
      SELECT h.slug AS shop, c.note, c.blocked_at, c.updated_at
      FROM shop_customers c JOIN shops h ON h.id = c.shop_id
      WHERE c.user_id = :userId OR c.mobile = u.login_mobile ORDER BY h.slug`)},
    'memberships', ${list(`
      SELECT h.slug AS shop, m.role, m.invited_at, m.joined_at, m.pin_hash IS NOT NULL AS has_pin
      FROM shop_members m JOIN shops h ON h.id = m.shop_id WHERE m.user_id = :userId ORDER BY m.created_at`)},
    'shop_applications', ${list(`
      SELECT name, slug, trade, mobile, street, city, pin_code, gstin, fssai_licence, state, reason, submitted_at, decided_at
      FROM shop_applications WHERE user_id = :userId ORDER BY id DESC`)}
  ) AS data
  FROM users u WHERE u.id = :userId`);
