import { shopName } from '@haat/contract/shops/shop';
import { toRupees } from '@haat/contract/rupees';
import { exportList, type ListFile } from './export-list.ts';
import { type FoundOrder, listOrderIds, type OrderFilter, type OrderSorting, readOrders } from './find-orders.ts';

/** The orders that match the filter as CSV, in the order of the list. Without their customers, because files are passed on easily. */
export const exportFoundOrders = (request: OrderFilter & OrderSorting): Promise<ListFile> =>
  exportList<FoundOrder>({
    name: 'orders',
    listIds: () => listOrderIds(request),
    read: readOrders,
    columns: {
      order: ({ orderNumber }) => orderNumber,
      placed: ({ createdAt }) => createdAt,
      shop: ({ shop }) => shopName(shop),
      link: ({ shop }) => shop.slug,
      type: ({ takeaway }) => (takeaway ? 'takeaway' : 'delivery'),
      status: ({ status }) => status,
      payment_status: ({ paymentStatus }) => paymentStatus,
      total: ({ totalPaise }) => toRupees(totalPaise).toFixed(2),
      refunded: ({ refundedPaise }) => toRupees(refundedPaise).toFixed(2),
    },
  });
