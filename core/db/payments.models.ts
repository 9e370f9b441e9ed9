import type { PaymentProvider, PaymentState, RefundState } from '@haat/contract/payments/payment';
import { Table } from './table.ts';

export class Payment extends Table {
  static override tableName = 'payments';

  declare id: number;
  declare provider: PaymentProvider;
  declare providerPaymentId: string | null;
  /** Null for a recovered payment whose customer was lost too. */
  declare userId: number | null;
  /** Null for one that no order has used. */
  declare orderId: number | null;
  declare amountPaise: number;
  declare state: PaymentState;
  declare paidAt: Date | null;
  declare updatedAt: Date;
}

/** A row of a payment's timeline. */
export class PaymentTransition extends Table {
  static override tableName = 'payment_events';
  static override jsonAttributes = ['details'];

  declare id: number;
  declare paymentId: number;
  declare source: string;
  declare fromState: PaymentState;
  declare toState: PaymentState;
  declare details: object;
}

export class Refund extends Table {
  static override tableName = 'refunds';

  declare id: number;
  declare paymentId: number;
  declare amountPaise: number;
  declare state: RefundState;
  /** Identifies it at the provider, with the id. */
  declare token: string;
  declare providerRefundId: string | null;
  declare error: string | null;
  /** Another refund has taken the place of this one, which the provider declined. */
  declare isRetried: boolean;
  declare updatedAt: Date;
}

/** An event of a provider, processed once. */
export class StoredWebhook extends Table {
  static override tableName = 'webhook_events';
  static override idColumn = ['provider', 'eventId'];
  static override jsonAttributes = ['payload'];

  declare provider: PaymentProvider;
  declare eventId: string;
  declare kind: string;
  declare payload: object;
  declare processedAt: Date | null;
}

/** The only row of its table. */
export class Installation extends Table {
  static override tableName = 'installation';
  static override idColumn = 'isOnlyRow';

  declare paymentSecret: string;
}
