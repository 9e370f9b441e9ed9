import type { OrderChannel, PaymentMethod } from '@haat/contract/orders/counter-sale';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import type { ProblemKind, ProblemMessageKind, ProblemState } from '@haat/contract/orders/order-problems';
import type { CancellationState, OrderActor } from '@haat/contract/orders/order-reasons';
import type { ProposalState } from '@haat/contract/orders/adjustment';
import { Table } from './table.ts';

export type DeliveryAddress = { name: string; street: string; city: string; zip: string; phone: string };

export class Order extends Table {
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
  declare pickupCode: string;
  declare promisedAt: Date | null;
  /** When cash for it was taken. */
  declare collectedAt: Date | null;
}

/** A line of an order. */
export class OrderItem extends Table {
  static override tableName = 'order_items';

  declare id: number;
  declare orderId: number;
  declare productId: number;
  declare image: string | null;
  declare quantity: number;
}

/** The idempotency key of a request that placed an order. */
export class OrderRequest extends Table {
  static override tableName = 'order_requests';
  static override idColumn = ['userId', 'key'];

  declare userId: number;
  declare key: string;
  declare bodyHash: string;
  declare orderId: number;
}

/** The idempotency key of any other request about an order. */
export class OrderAction extends Table {
  static override tableName = 'order_actions';
  static override idColumn = ['userId', 'key'];

  declare userId: number;
  declare key: string;
  declare bodyHash: string;
  declare orderId: number;
  /** The problem that it reported. */
  declare problemId: number | null;
}

/** A change of an order that its shop proposes. */
export class OrderProposal extends Table {
  static override tableName = 'order_proposals';

  declare id: number;
  declare orderId: number;
  declare state: ProposalState;
  declare answerBy: Date | null;
  declare settledAt: Date | null;
}

/** A customer's request to cancel an accepted order. */
export class CancellationRequest extends Table {
  static override tableName = 'cancellation_requests';
  static override idColumn = 'orderId';

  declare orderId: number;
  declare state: CancellationState;
  declare answeredAt: Date | null;
}

/** A reported problem with a delivered order. */
export class OrderProblem extends Table {
  static override tableName = 'order_problems';

  declare id: number;
  declare orderId: number;
  declare shopId: number;
  declare state: ProblemState;
  declare solvedAt: Date | null;
  declare refundPaise: number | null;
  declare replacementOrderId: number | null;
  declare remindAt: Date | null;
}

export class OrderProblemLine extends Table {
  static override tableName = 'order_problem_lines';
  static override idColumn = ['problemId', 'orderItemId'];

  declare problemId: number;
  declare orderItemId: number;
  declare kind: ProblemKind;
  declare quantity: number;
  /** How many of them came back. */
  declare returned: number;
}

/** An entry of the thread of a problem. */
export class OrderProblemMessage extends Table {
  static override tableName = 'order_problem_messages';

  declare id: number;
  declare problemId: number;
  declare kind: ProblemMessageKind;
  declare actor: OrderActor;
  declare actorId: number;
  declare text: string | null;
}

export class OrderProblemPicture extends Table {
  static override tableName = 'order_problem_pictures';

  declare id: string;
  declare problemId: number;
  declare position: number;
  declare bytes: Buffer;
}
