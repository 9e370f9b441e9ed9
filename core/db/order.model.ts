import type { OrderChannel, PaymentMethod } from '@haat/contract/orders/counter-sale';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import { Model } from 'objection';

export type DeliveryAddress = { name: string; street: string; city: string; zip: string; phone: string };

export class Order extends Model {
  static override tableName = 'orders';
  static override jsonAttributes = ['address'];

  declare id: number;
  declare orderNumber: string;
  /** Null for a sale over the counter. */
  declare userId: number | null;
  declare shopId: number;
  declare status: OrderStatus;
  declare paymentStatus: PaymentStatus;
  declare channel: OrderChannel;
  declare paymentMethod: PaymentMethod;
  declare takeaway: boolean;
  declare totalPaise: number;
  declare minOrderPaise: number;
  declare customerName: string;
  declare customerPhone: string | null;
  declare note: string | null;
  declare address: DeliveryAddress | null;
  declare createdAt: Date;
  /** When cash for it was taken. */
  declare collectedAt: Date | null;
}
