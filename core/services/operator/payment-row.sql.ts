import type { PaymentProvider, PaymentState, PaymentStatus } from '@haat/contract/rules/payment';

/** One payment as the operator sees it in a list. */
export type ListedPayment = {
  id: number;
  provider: PaymentProvider;
  state: PaymentState;
  amountPaise: number;
  createdAt: Date;
  paidAt: Date | null;
  customerEmail: string;
  providerOrderId: string | null;
  providerPaymentId: string | null;
  order: {
    id: number;
    orderNumber: string;
    shopSlug: string;
    totalPaise: number;
    paymentStatus: PaymentStatus;
    heldUntil: string | null;
  } | null;
};

/** Payments p with their customer and their order, named as in ListedPayment. */
export const LISTED_PAYMENT = `
  SELECT p.id, p.provider, p.state, p.amount_paise AS "amountPaise", p.created_at AS "createdAt", p.paid_at AS "paidAt",
    u.email AS "customerEmail", p.provider_order_id AS "providerOrderId",
    p.provider_payment_id AS "providerPaymentId",
    CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'orderNumber', o.order_number, 'shopSlug', shop.slug,
      'totalPaise', o.total_paise, 'paymentStatus', o.payment_status, 'heldUntil', o.held_until) END AS order
  FROM payments p
  JOIN users u ON u.id = p.user_id
  LEFT JOIN orders o ON o.id = p.order_id
  LEFT JOIN shops shop ON shop.id = o.shop_id`;
