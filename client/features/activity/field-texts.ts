import type { TextId } from '../../i18n/text-id.ts';

/** What the fields of an activity are called on the screen; one that is not here goes by its own name. */
export const FIELD_TEXTS: Record<string, TextId | undefined> = {
  name: 'settings.name',
  address: 'settings.address',
  phone: 'settings.phone',
  email: 'profile.email',
  open_time: 'settings.opens',
  close_time: 'settings.closes',
  minordervalue: 'settings.minimum',
  accepts_orders_when_closed: 'settings.acceptsWhenClosed',
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
  is_published: 'activity.field.published',
  published: 'activity.field.published',
};
