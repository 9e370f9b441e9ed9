import { Model } from 'objection';

export class Shop extends Model {
  static override tableName = 'shops';

  declare id: number;
  declare slug: string;
  declare name: string | null;
  declare trade: string | null;
  declare address: string | null;
  declare phone: string | null;
  declare email: string | null;
  declare gstin: string | null;
  declare openTime: string | null;
  declare closeTime: string | null;
  declare timeZone: string;
  declare minOrderPaise: number | null;
  declare maxPerOrder: number | null;
  declare acceptsOrdersWhenClosed: boolean;
  declare isPlatform: boolean;
  declare pausedAt: Date | null;
  declare suspendedAt: Date | null;
  declare suspendedReason: string | null;
  declare latitude: number | null;
  declare longitude: number | null;
  declare reachMetres: number;
  /** The path of an uploaded picture of the front; without one, the shop's has come with the installation, or there is none. */
  declare picture: string | null;
  declare updatedAt: Date;
}
