import type { Fulfilment, ShopHours, TimeRange } from '@haat/contract/shops/opening-hours';
import { ORDER_SETTING_NAMES } from '@haat/contract/shops/shop-settings';
import type { ActivityView } from '@haat/contract/accounts/team.calls';
import { displayTime } from '@haat/contract/time-text';
import { formatRupees } from '@haat/contract/rupees';
import type { TextId } from '../../i18n/use-text.ts';
import { readableDevice } from '../../lib/readable-device.ts';

/** `of`: the variant of a product that changed, where it has a name. */
export type Difference = { field: string; of?: string | undefined; from: Value; to: Value };
/** Empty, a boolean, or a text that is the same in every language. */
export type Value = { nothing: true } | { yes: boolean } | { text: string };

/** Identifiers that mean nothing on the screen. */
const HIDDEN_FIELDS = new Set(['user_id', 'product_id', 'bulk_change_id', 'category_id', 'unit_id']);

type Fields = Record<string, unknown>;

/**
 * The changes of an activity by field, formatted: money in rupees, times as in the opening hours, variants each with the
 * fields that changed.
 */
export function differencesOf({
  action,
  before,
  after,
}: Pick<ActivityView, 'action' | 'before' | 'after'>): Difference[] {
  return fieldsOf(before, after).flatMap((field) => {
    const [from, to] = [before?.[field], after?.[field]];
    if (field === 'variants') return differencesOfVariants(from, to);
    if (field === 'hours') return differencesOfHours(from as Hours, to as Hours);
    // A stock take records a difference.
    return differenceOf(field === 'pieces' && action === 'stock.purchased' ? 'pieces_added' : field, from, to);
  });
}

const fieldsOf = (before: Fields | null | undefined, after: Fields | null | undefined): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !HIDDEN_FIELDS.has(field),
  );

function differenceOf(field: string, before: unknown, after: unknown): Difference[] {
  const [from, to] = [valueOf(field, before), valueOf(field, after)];
  // A new product leaves many fields empty.
  return 'nothing' in from && 'nothing' in to ? [] : [{ field, from, to }];
}

/** By name, as no two variants of a product have the same one; a renamed variant counts as removed and added. */
function differencesOfVariants(before: unknown, after: unknown): Difference[] {
  const [from, to] = [variantsByName(before), variantsByName(after)];
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((name) => {
    const [old, now] = [from.get(name), to.get(name)];
    return fieldsOf(old, now)
      .filter((field) => old?.[field] !== now?.[field])
      .flatMap((field) => differenceOf(field, old?.[field], now?.[field]))
      .map((difference) => ({ ...difference, of: name || undefined }));
  });
}

function variantsByName(variants: unknown): Map<string, Fields> {
  const list = Array.isArray(variants) ? (variants as Fields[]) : [];
  return new Map(list.map(({ form, ...fields }) => [typeof form === 'string' ? form : '', fields]));
}

type Hours = ShopHours | null | undefined;

/** The days and dates whose hours changed; the hours of delivery only where they differ from takeaway. */
function differencesOfHours(before: Hours, after: Hours): Difference[] {
  const days = new Intl.DateTimeFormat(document.documentElement.lang || 'en', { weekday: 'long', timeZone: 'UTC' });
  return [...Array(7).keys(), ...new Set([before, after].flatMap((each) => Object.keys(each?.dates ?? {})))].flatMap(
    (day) => {
      const of = typeof day === 'string' ? day : days.format(Date.UTC(2026, 0, 5 + day));
      const textOf = (hours: Hours) => {
        const on = (each: Fulfilment) =>
          rangesText(typeof day === 'string' ? hours?.dates[day]?.[each] : hours?.[each][day]);
        const [takeaway, delivery] = [on('takeaway'), on('delivery')];
        return takeaway === delivery ? takeaway : `${takeaway || '–'} / ${delivery || '–'}`;
      };
      const [from, to] = [valueOf('hours', textOf(before)), valueOf('hours', textOf(after))];
      return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field: 'hours', of, from, to }];
    },
  );
}

const rangesText = (ranges: TimeRange[] = []): string =>
  ranges.map((range) => range.map((time) => displayTime(time)).join(' – ')).join(', ');

/** How many rows of an import became what: none is not worth a line. */
const COUNTS = new Set(['created', 'changed', 'unchanged', 'failed', 'undone', 'kept']);

const MONEY = /price|minordervalue|mrp|total/i;
const TIME = /_time$/;

function valueOf(field: string, value: unknown): Value {
  if (value === null || value === undefined || value === '') return { nothing: true };
  if (value === 0 && COUNTS.has(field)) return { nothing: true };
  if (typeof value === 'boolean') return { yes: value };
  if (typeof value === 'number') return { text: MONEY.test(field) ? formatRupees(value) : String(value) };
  if (field === 'device' && typeof value === 'string') {
    const device = readableDevice(value);
    return device === undefined ? { nothing: true } : { text: device };
  }
  if (typeof value === 'string') return { text: TIME.test(field) ? displayTime(value) : value };
  // The names of pictures mean nothing to a reader.
  if (field === 'pictures' && Array.isArray(value)) return { text: String(value.length) };
  return { text: wordsOf(value) };
}

/** A list or an object by its values. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  const words = Object.values(value).map((each) => wordsOf(each));
  return words.filter(Boolean).join(', ');
}

/** The labels of fields; one without a label is shown by its name. */
export const FIELD_TEXTS: Record<string, TextId | undefined> = {
  above_mrp: 'activity.field.aboveMrp',
  dated: 'activity.field.dated',
  sold_by: 'activity.field.soldBy',
  suspended: 'activity.field.suspended',
  expected_total: 'cashClose.expected',
  counted_total: 'cashClose.counted',
  difference_total: 'cashClose.difference',
  name: 'settings.name',
  address: 'settings.address',
  phone: 'settings.phone',
  email: 'profile.email',
  gstin: 'settings.gstin',
  upi_vpa: 'settings.upiVpa',
  receipt_head: 'settings.receiptHead',
  receipt_foot: 'settings.receiptFoot',
  scale_label: 'settings.scale',
  open_time: 'settings.opens',
  hours: 'hours.title',
  close_time: 'settings.closes',
  minordervalue: 'settings.minimum',
  max_per_order: 'settings.maxPerOrder',
  ...Object.fromEntries(ORDER_SETTING_NAMES.map((name) => [name, `settings.${name}`] as const)),
  accepts_orders_when_closed: 'settings.acceptsWhenClosed',
  auto_accepts: 'settings.autoAccepts',
  asks_pickup_code: 'settings.asksPickupCode',
  asks_door_code: 'settings.asksDoorCode',
  rush_minutes: 'rush.label',
  latitude: 'settings.latitude',
  longitude: 'settings.longitude',
  reach_km: 'settings.reach',
  first_step: 'setup.step',
  first_steps_shown: 'setup.shown',
  role: 'team.role',
  reason: 'operator.reason',
  slug: 'operator.slug',
  trade: 'operator.trade',
  idle_minutes: 'activity.field.idleMinutes',
  request: 'activity.field.request',
  status: 'activity.field.status',
  pause_minutes: 'activity.field.pauseMinutes',
  fulfilment: 'pause.what',
  price: 'activity.field.price',
  products: 'activity.field.products',
  percent: 'activity.field.percent',
  price_difference: 'activity.field.priceDifference',
  order: 'activity.field.order',
  total: 'activity.field.total',
  stock: 'activity.field.stock',
  counted: 'activity.field.counted',
  differing: 'activity.field.differing',
  pieces: 'activity.field.pieces',
  pieces_added: 'activity.field.piecesAdded',
  quantity: 'activity.field.quantity',
  level: 'activity.field.level',
  device: 'activity.field.device',
  created: 'activity.field.created',
  changed: 'activity.field.changed',
  unchanged: 'activity.field.unchanged',
  failed: 'activity.field.failed',
  undone: 'activity.field.undone',
  kept: 'activity.field.kept',
  invoice: 'activity.field.invoice',
  description: 'activity.field.description',
  barcode: 'activity.field.barcode',
  category: 'activity.field.category',
  subcategory: 'productForm.subcategory',
  image: 'activity.field.image',
  pictures: 'activity.field.pictures',
  hindi_name: 'productForm.hindiName',
  net_quantity: 'productForm.netQuantity',
  maker_role: 'productForm.makerRole',
  maker_name: 'productForm.makerName',
  maker_address: 'productForm.makerAddress',
  country_of_origin: 'productForm.origin',
  fssai_licence: 'productForm.fssai',
  best_before: 'productForm.bestBefore',
  is_published: 'activity.field.published',
  published: 'activity.field.published',
  name_hi: 'activity.field.nameHi',
  unit: 'productForm.unit',
  mrp: 'productForm.mrp',
  barcodes: 'operatorCatalog.barcodes',
};
