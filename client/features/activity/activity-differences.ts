import { ORDER_SETTING_NAMES } from '@haat/contract/rules/shop-settings';
import type { ActivityView } from '@haat/contract/api/team';
import { displayTime } from '@haat/contract/rules/time-text';
import { formatRupees } from '@haat/contract/rules/rupees';
import type { TextId } from '../../i18n/use-text.ts';

export type Difference = { field: string; from: Value; to: Value };
/** Empty, a boolean, or a text that is the same in every language. */
export type Value = { nothing: true } | { yes: boolean } | { text: string };

/** Identifiers that mean nothing on the screen. */
const HIDDEN_FIELDS = new Set(['user_id']);

/** The changes of an activity by field, formatted: money in rupees, times as in the opening hours. */
export function differencesOf({ before, after }: Pick<ActivityView, 'before' | 'after'>): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    fields
      .filter((field) => !HIDDEN_FIELDS.has(field))
      .map((field) => ({ field, from: valueOf(field, before?.[field]), to: valueOf(field, after?.[field]) }))
      // A new product leaves many fields empty.
      .filter(({ from, to }) => !('nothing' in from && 'nothing' in to))
  );
}

const MONEY = /price|minordervalue|mrp|total/i;
const TIME = /_time$/;

function valueOf(field: string, value: unknown): Value {
  if (value === null || value === undefined || value === '') return { nothing: true };
  if (typeof value === 'boolean') return { yes: value };
  if (typeof value === 'number') return { text: MONEY.test(field) ? formatRupees(value) : String(value) };
  if (typeof value === 'string') return { text: TIME.test(field) ? displayTime(value) : value };
  // The names of pictures mean nothing to a reader.
  if (field === 'pictures' && Array.isArray(value)) return { text: String(value.length) };
  return { text: JSON.stringify(value) };
}

/** The labels of fields; one without a label is shown by its name. */
export const FIELD_TEXTS: Record<string, TextId | undefined> = {
  name: 'settings.name',
  address: 'settings.address',
  phone: 'settings.phone',
  email: 'profile.email',
  gstin: 'settings.gstin',
  open_time: 'settings.opens',
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
  role: 'team.role',
  reason: 'operator.reason',
  slug: 'operator.slug',
  status: 'activity.field.status',
  price: 'activity.field.price',
  stock: 'activity.field.stock',
  description: 'activity.field.description',
  barcode: 'activity.field.barcode',
  category: 'activity.field.category',
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
