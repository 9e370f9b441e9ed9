import { shopName } from '@haat/contract/shops/shop';
import { toRupees } from '@haat/contract/rupees';
import { exportList, type ListFile } from './export-list.ts';
import {
  type ListedPayment,
  listPaymentIds,
  type PaymentFilter,
  type PaymentSorting,
  readPayments,
} from './list-payments.ts';

/** The payments that match the filter as CSV, in the order of the list, without their customers. */
export const exportPayments = (request: PaymentFilter & PaymentSorting): Promise<ListFile> =>
  exportList<ListedPayment>({
    name: 'payments',
    listIds: () => listPaymentIds(request),
    read: readPayments,
    columns: {
      payment: ({ id }) => id,
      begun: ({ createdAt }) => createdAt,
      paid: ({ paidAt }) => paidAt,
      provider: ({ provider }) => provider,
      state: ({ state }) => state,
      amount: ({ amountPaise }) => toRupees(amountPaise).toFixed(2),
      refunded: ({ refundedPaise }) => toRupees(refundedPaise).toFixed(2),
      order: ({ order }) => order && order.orderNumber,
      shop: ({ order }) => order && shopName({ slug: order.shopSlug, name: order.shopName }),
      provider_order_id: ({ providerOrderId }) => providerOrderId,
      provider_payment_id: ({ providerPaymentId }) => providerPaymentId,
    },
  });
