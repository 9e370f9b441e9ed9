import { isDeepStrictEqual } from 'node:util';
import type { SettingsFields } from '@haat/contract/shops/settings.calls';
import type { Fulfilment, ShopHours, TimeRange } from '@haat/contract/shops/opening-hours';
import { minimumOrderPaise } from '@haat/contract/orders/order-terms';
import { ORDER_SETTING_NAMES, type OrderSetting, type RushMinutes } from '@haat/contract/shops/shop-settings';
import { toPaise, toRupees } from '@haat/contract/rupees';
import type { PoolClient } from 'pg';
import { Shop } from '../db/shops.models.ts';
import { inRetriedTransaction, inTransaction, run, sql } from '../db/database.ts';
import { lockShop } from '../db/find-shop.ts';
import { DomainError } from '../errors.ts';
import { differences, recordActivity } from '../activity/activity-log.ts';
import { catalogVersion, signalCatalog } from '../catalog/change-catalog.ts';

/** The shop itself, with the fields that only its members see. Throws DomainError `not_found`. */
export async function readSettings({ shopId }: { shopId: number }): Promise<Shop> {
  const shop = await Shop.query().findById(shopId);
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  return shop;
}

type Settings = Omit<SettingsFields, 'updated'>;

const METRES_PER_KM = 1000;

/** The settings of a shop as the form has them; the contact email is shown for the platform's own shop only. */
export const settingsFields = (shop: Shop): Settings => ({
  name: shop.name ?? '',
  address: shop.address,
  phone: shop.phone,
  ...(shop.isPlatform && { email: shop.email }),
  gstin: shop.gstin,
  fssai_licence: shop.fssaiLicence,
  upi_vpa: shop.upiVpa,
  receipt_head: shop.receiptHead,
  receipt_foot: shop.receiptFoot,
  scale_label: shop.scaleLabel,
  open_time: shop.openTime,
  close_time: shop.closeTime,
  minordervalue: toRupees(shop.minOrderPaise ?? minimumOrderPaise(undefined)),
  max_per_order: shop.maxPerOrder,
  accepts_orders_when_closed: shop.acceptsOrdersWhenClosed,
  auto_accepts: shop.autoAccepts,
  asks_pickup_code: shop.asksPickupCode,
  asks_door_code: shop.asksDoorCode,
  latitude: shop.latitude,
  longitude: shop.longitude,
  reach_km: shop.reachMetres / METRES_PER_KM,
  ...(Object.fromEntries(ORDER_SETTING_NAMES.map((name) => [name, shop[PROPERTIES[name]]])) as Record<
    OrderSetting,
    number
  >),
});

const PROPERTIES = {
  acceptance_minutes: 'acceptanceMinutes',
  cancel_grace_minutes: 'cancelGraceMinutes',
  remind_seconds: 'remindSeconds',
  alert_seconds: 'alertSeconds',
  preparation_minutes: 'preparationMinutes',
  delivery_minutes: 'deliveryMinutes',
  holding_minutes: 'holdingMinutes',
  problem_hours: 'problemHours',
  answer_minutes: 'answerMinutes',
} as const satisfies Record<OrderSetting, keyof Shop>;

type SaveRequest = { shopId: number; actorId: number; fields: SettingsFields };

/**
 * Saves a shop's settings, signals the screens that show it, and records what differs. Throws DomainError `edit_conflict`
 * when they were saved since they were read, and `not_found`; then nothing is changed.
 */
export async function saveSettings(request: SaveRequest): Promise<Shop> {
  const { shopId } = request;
  const version = await inRetriedTransaction((client) => save(client, request));
  if (version !== undefined) signalCatalog(shopId, version);
  return readSettings({ shopId });
}

async function save(client: PoolClient, { shopId, actorId, fields }: SaveRequest): Promise<number | undefined> {
  const shop = await lockUnchanged(client, shopId, fields.updated);
  const before = settingsFields(shop);
  const after = withFields(before, fields);
  const changed = differences(before, after);
  if (!changed) return undefined;
  await run(SAVE, columns(shopId, after), client);
  await recordActivity(client, { shopId, actorId, action: 'settings.changed', ...changed });
  return catalogVersion(client, shopId);
}

async function lockUnchanged(client: PoolClient, shopId: number, updated: string): Promise<Shop> {
  const shop = await lockShop(client, shopId);
  if (shop.updatedAt.getTime() === Date.parse(updated)) return shop;
  const text = 'Someone else changed these settings in the meantime. Review them before you save.';
  throw new DomainError('edit_conflict', text);
}

// Keeps the contact email for shops whose form does not show it, and newer fields for clients that do not know them.
function withFields(before: Settings, { updated: _, email, ...given }: SettingsFields): Settings {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given;
  const fields = { ...before, ...known };
  return 'email' in before && email !== undefined ? { ...fields, email } : fields;
}

const columns = (shopId: number, settings: Settings) => ({
  ...settings,
  shopId,
  email: settings.email,
  hasEmail: 'email' in settings,
  minOrderPaise: toPaise(settings.minordervalue),
  reachMetres: Math.round(settings.reach_km * METRES_PER_KM),
});

// The version of the form, which must never repeat, not even within one millisecond.
const NEXT_VERSION = `greatest(clock_timestamp(), updated_at + interval '1 millisecond')`;

const SAVE = sql<ReturnType<typeof columns>>(
  `UPDATE shops SET name = :name, address = :address, phone = :phone, gstin = :gstin,
     fssai_licence = :fssai_licence, upi_vpa = :upi_vpa,
     receipt_head = :receipt_head, receipt_foot = :receipt_foot, scale_label = :scale_label, open_time = :open_time, close_time = :close_time,
     hours = CASE WHEN (open_time, close_time) IS NOT DISTINCT FROM (:open_time, :close_time) THEN hours END,
     min_order_paise = :minOrderPaise, max_per_order = :max_per_order,
     accepts_orders_when_closed = :accepts_orders_when_closed, auto_accepts = :auto_accepts,
     asks_pickup_code = :asks_pickup_code, asks_door_code = :asks_door_code,
     latitude = :latitude, longitude = :longitude, reach_metres = :reachMetres,
     ${ORDER_SETTING_NAMES.map((name) => `${name} = :${name}`).join(', ')},
     email = CASE WHEN :hasEmail::boolean THEN :email::text ELSE email END,
     updated_at = ${NEXT_VERSION}
   WHERE id = :shopId`,
);

type HoursRequest = { shopId: number; actorId: number; hours: ShopHours | null; updated: string };

/** With the ranges of each day in their order. */
const inOrder = ({ delivery, takeaway, dates }: ShopHours): ShopHours => {
  const sorted = (ranges: TimeRange[]) => ranges.toSorted(([one], [other]) => one.localeCompare(other));
  const ofDates = Object.entries(dates).map(([date, own]) => [
    date,
    { ...own, delivery: sorted(own.delivery), takeaway: sorted(own.takeaway) },
  ]);
  return { delivery: delivery.map(sorted), takeaway: takeaway.map(sorted), dates: Object.fromEntries(ofDates) };
};

/**
 * Saves the hours of a shop by day and date, or removes them: then it is open from its opening to its closing time every day.
 * Signals the screens that show them. Throws DomainError `edit_conflict` and `not_found` as `saveSettings` does.
 */
export async function saveHours({ shopId, actorId, updated, ...given }: HoursRequest): Promise<Shop> {
  const hours = given.hours && inOrder(given.hours);
  const version = await inRetriedTransaction(async (client) => {
    const shop = await lockUnchanged(client, shopId, updated);
    // PostgreSQL returns the keys of JSON in an order of its own.
    if (isDeepStrictEqual(shop.hours, hours)) return undefined;
    await run(SAVE_HOURS, { shopId, hours: hours && JSON.stringify(hours) }, client);
    const changed = { before: { hours: shop.hours }, after: { hours } };
    await recordActivity(client, { shopId, actorId, action: 'settings.changed', ...changed });
    return catalogVersion(client, shopId);
  });
  if (version !== undefined) signalCatalog(shopId, version);
  return readSettings({ shopId });
}

const SAVE_HOURS = sql<{ shopId: number; hours: string | null }>(
  `UPDATE shops SET hours = :hours::jsonb, updated_at = ${NEXT_VERSION} WHERE id = :shopId`,
);

type RushRequest = { shopId: number; actorId: number; minutes: RushMinutes };

/** Has every new order of a shop promised so many minutes later, and signals the screens that show it. Throws `not_found`. */
export async function setRush({ shopId, actorId, minutes }: RushRequest): Promise<void> {
  const version = await inTransaction(async (client) => {
    const { rushMinutes } = await lockShop(client, shopId);
    const changed = differences({ rush_minutes: rushMinutes }, { rush_minutes: minutes });
    if (!changed) return undefined;
    await Shop.query(client).findById(shopId).patch({ rushMinutes: minutes });
    await recordActivity(client, { shopId, actorId, action: 'settings.changed', ...changed });
    return catalogVersion(client, shopId);
  });
  if (version !== undefined) signalCatalog(shopId, version);
}

/** `minutes`: when the pause ends automatically; `fulfilment`: what it is for, without it everything. */
type PauseRequest = {
  shopId: number;
  actorId: number;
  paused: boolean;
  minutes?: number | undefined;
  fulfilment?: Fulfilment | undefined;
};

/**
 * Pauses the orders of a shop or resumes them, and signals the screens that show it. A pause of some minutes ends at a full
 * one. Throws DomainError `not_found`. Returns the shop.
 */
export async function pauseShop({ shopId, actorId, paused, minutes, fulfilment }: PauseRequest): Promise<Shop> {
  const version = await inTransaction(async (client) => {
    const shop = await lockShop(client, shopId);
    const isFor = (shop.pausedFulfilment ?? undefined) === fulfilment;
    const isAsAsked = isPaused(shop) === paused && minutes === undefined && shop.pausedUntil === null && isFor;
    if (isAsAsked || !(paused || isPaused(shop))) return undefined;
    await run(PAUSE, { shopId, paused, minutes, fulfilment }, client);
    const after = { ...(minutes && { pause_minutes: minutes }), ...(fulfilment && { fulfilment }) };
    await recordActivity(client, { shopId, actorId, action: paused ? 'shop.paused' : 'shop.opened', after });
    return catalogVersion(client, shopId);
  });
  if (version !== undefined) signalCatalog(shopId, version);
  return readSettings({ shopId });
}

/** Whether a pause is on, of everything or of one kind of order. */
export const isPaused = ({ pausedAt, pausedUntil }: Pick<Shop, 'pausedAt' | 'pausedUntil'>): boolean =>
  pausedAt !== null && (pausedUntil === null || pausedUntil.getTime() > Date.now());

const PAUSE = sql<{ shopId: number; paused: boolean; minutes: number | undefined; fulfilment: Fulfilment | undefined }>(
  `UPDATE shops SET paused_at = CASE WHEN :paused::boolean THEN now() END, not_responding = false,
     paused_fulfilment = CASE WHEN :paused::boolean THEN :fulfilment::text END,
     paused_until = CASE WHEN :paused::boolean
       THEN date_trunc('minute', now() + make_interval(mins => :minutes::int) + interval '59.999 seconds') END,
     resumed_at = CASE WHEN :paused::boolean THEN resumed_at ELSE now() END
   WHERE id = :shopId`,
);
