import type { Fulfilment, ShopHours } from '@haat/contract/shops/opening-hours';
import type { RushMinutes } from '@haat/contract/shops/shop-settings';
import { Table } from './table.ts';

export class Shop extends Table {
  static override tableName = 'shops';

  declare id: number;
  declare slug: string;
  declare name: string | null;
  declare trade: string | null;
  declare address: string | null;
  declare phone: string | null;
  declare email: string | null;
  declare gstin: string | null;
  declare fssaiLicence: string | null;
  declare openTime: string | null;
  declare closeTime: string | null;
  declare timeZone: string;
  /** Hours by day and date, which replace the two times above. */
  declare hours: ShopHours | null;
  declare minOrderPaise: number | null;
  declare maxPerOrder: number | null;
  /** In minutes of opening time. */
  declare acceptanceMinutes: number;
  declare cancelGraceMinutes: number;
  declare remindSeconds: number;
  declare alertSeconds: number;
  declare preparationMinutes: number;
  declare deliveryMinutes: number;
  declare holdingMinutes: number;
  declare problemHours: number;
  declare answerMinutes: number;
  /** A stock of so many pieces or fewer is low, unless the variant says otherwise. */
  declare lowStock: number;
  declare acceptsOrdersWhenClosed: boolean;
  declare isPlatform: boolean;
  declare pausedAt: Date | null;
  /** When the pause ends automatically; null when a member has to resume. */
  declare pausedUntil: Date | null;
  /** What the pause is for; null for everything. */
  declare pausedFulfilment: Fulfilment | null;
  declare notResponding: boolean;
  declare rushMinutes: RushMinutes;
  declare autoAccepts: boolean;
  /** Whether takeaways are handed over with the pickup code of their customer. */
  declare asksPickupCode: boolean;
  /** The same for deliveries. */
  declare asksDoorCode: boolean;
  /** UPI address that customers at the counter pay to. */
  declare upiVpa: string | null;
  declare receiptHead: string | null;
  declare receiptFoot: string | null;
  /** How its scale makes labels: `contract/catalog/scale-label.ts`. */
  declare scaleLabel: string | null;
  declare suspendedAt: Date | null;
  declare suspendedReason: string | null;
  declare latitude: number | null;
  declare longitude: number | null;
  declare reachMetres: number;
  /** The path of an uploaded picture of the front. Null if the shop has none or one that came with the installation. */
  declare picture: string | null;
  /** Since when the list of first steps is no longer shown. */
  declare setupClosedAt: Date | null;
  declare updatedAt: Date;
}

/** A slug that a shop had before, in lower case. */
export class FormerSlug extends Table {
  static override tableName = 'shop_former_slugs';
  static override idColumn = 'slug';

  declare slug: string;
  declare shopId: number;
}

/** The seller that a shop was until then. */
export class FormerIdentity extends Table {
  static override tableName = 'former_shop_identities';
  static override idColumn = ['shopId', 'until'];

  declare shopId: number;
  declare until: Date;
  declare name: string | null;
  declare address: string | null;
  declare phone: string | null;
  declare gstin: string | null;
  declare fssaiLicence: string | null;
}

export class FavouriteShop extends Table {
  static override tableName = 'favourite_shops';
  static override idColumn = ['userId', 'shopId'];

  declare userId: number;
  declare shopId: number;
}

/** A place that no shop serves yet, and the customer who is told when one does. */
export class PlaceRequest extends Table {
  static override tableName = 'place_requests';
  static override idColumn = 'userId';

  declare userId: number;
  declare latitude: number;
  declare longitude: number;
  /** The shop that serves the place, once the user is told of it. */
  declare shopId: number | null;
}

/** An item of the menu. */
export class MenuItem extends Table {
  static override tableName = 'navigation_items';

  declare id: string;
  declare name: string;
  declare description: string[];
  declare position: number;
}
