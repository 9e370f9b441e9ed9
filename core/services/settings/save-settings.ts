import type { SettingsFields } from '@haat/contract/api/settings.schema';
import { toPaise } from '@haat/contract/rules/rupees';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import type { Shop } from '../../db/shop.model.ts';
import { DomainError } from '../../errors.ts';
import { differences, recordActivity } from '../activity/record-activity.ts';
import { lockShop } from './lock-shop.ts';
import { readSettings } from './read-settings.ts';
import { METRES_A_KM, type Settings, settingsOf } from './settings-of.ts';
import { shelfVersion, tellShelf } from './shelf-version.ts';

type Request = { shopId: number; actorId: number; fields: SettingsFields };

/**
 * Saves a shop's settings, tells the screens that look at it, and keeps what differs. Throws DomainError `edit_conflict` when
 * they were saved since they were read, and `not_found`; then nothing has changed.
 */
export async function saveSettings(request: Request): Promise<Shop> {
  const { shopId } = request;
  const version = await inTransaction((client) => save(client, request));
  if (version !== undefined) tellShelf(shopId, version);
  return readSettings({ shopId });
}

async function save(client: PoolClient, { shopId, actorId, fields }: Request): Promise<number | undefined> {
  const shop = await lockShop(client, shopId);
  if (shop.updatedAt.getTime() !== Date.parse(fields.updated)) throw stale();
  const before = settingsOf(shop);
  const changed = differences(before, wanted(fields, before));
  if (!changed) return undefined;
  await client.query({ name: 'save-settings', text: SAVE, values: [shopId, ...columnsOf(wanted(fields, before))] });
  await recordActivity(client, { shopId, actorId, action: 'settings.changed', ...changed });
  return shelfVersion(client, shopId);
}

const stale = () =>
  new DomainError(
    'edit_conflict',
    'Somebody else has changed these settings meanwhile. Look at them again before you save.',
  );

// Where the address to write to is not shown, it stays what it is.
function wanted({ updated: _, email, ...fields }: SettingsFields, before: Settings): Settings {
  return 'email' in before ? { ...fields, email: email === undefined ? before.email : email } : fields;
}

const columnsOf = (fields: Settings) => [
  fields.name,
  fields.address,
  fields.phone,
  fields.open_time,
  fields.close_time,
  toPaise(fields.minordervalue),
  fields.accepts_orders_when_closed,
  fields.latitude,
  fields.longitude,
  Math.round(fields.reach_km * METRES_A_KM),
  'email' in fields,
  fields.email,
];

// A version must never come twice, not even in one millisecond.
const SAVE = `
  UPDATE shops SET name = $2, address = $3, phone = $4, open_time = $5, close_time = $6, min_order_paise = $7,
    accepts_orders_when_closed = $8, latitude = $9, longitude = $10, reach_metres = $11,
    email = CASE WHEN $12::boolean THEN $13::text ELSE email END,
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
  WHERE id = $1`;
