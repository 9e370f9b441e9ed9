import type { Page } from '@playwright/test';
import type { OwnNotificationView } from '../../../contract/notify/notifications.calls.ts';
import type { InvoiceView } from '../../../contract/orders/invoice.calls.ts';

const at = '2026-11-21T05:00:00.000Z';
const shop = { slug: 'malnad-dairy', name: 'Malnad Dairy' };

/** One notification of each kind, two of them unread. */
export async function mockNotifications(page: Page): Promise<void> {
  const base = { order_id: 12, order_number: 'H000012', takeaway: false, shop, created_at: at, status: null };
  const notifications: OwnNotificationView[] = [
    { ...base, id: 4, kind: 'order.expired', is_read: false },
    { ...base, id: 3, kind: 'order.refund', amount: 1_23_456.5, is_read: false },
    { ...base, id: 2, kind: 'order.status', status: 'Delivered', takeaway: true, is_read: true },
    { ...base, id: 1, kind: 'order.status', status: 'In Transit', is_read: true },
  ];
  await page.route('**/api/users/notifications?*', (route) => route.fulfill({ json: notifications }));
  await page.route('**/api/users/notifications/read', (route) => route.fulfill({ json: { unread: 0, latest: 4 } }));
}

/** An invoice with all that one can show: savings, a refund, a GST number and long names. */
export async function mockInvoice(page: Page): Promise<void> {
  const item = {
    size: null,
    color: null,
    unit: '500 ml',
    quantity: 2,
    packed_grams: null,
    price: 499.5,
    amount: 999,
    mrp: 550,
  };
  const invoice: InvoiceView = {
    id: 12,
    orderNumber: 'H000012',
    order_date: at,
    order_status: 'Delivered',
    channel: 'online',
    payment_method: 'online',
    payment_status: 'refunded',
    total: 1_24_455.5,
    earlier_totals: [1_24_500],
    saved: 101,
    cash_extra: 20.5,
    revision: 2,
    takeaway: false,
    customer_name: 'Test Customer',
    customer_phone: '9000000001',
    address: {
      street: 'Flat 12, Second Floor, 4th Main, behind the old post office',
      city: 'Bengaluru',
      zip: '560011',
    },
    shop: {
      ...shop,
      address: '30th Cross, Jayanagar 4th Block',
      phone: '9000000102',
      gstin: '27AAPFU0939F1ZV',
      fssai_licence: '10012011000001',
    },
    items: [
      { ...item, name: 'Ghee from grass-fed cows of the Malnad hills, traditionally churned' },
      { ...item, name: 'Curd', quantity: 1, price: 1_23_456.5, amount: 1_23_456.5, mrp: null },
    ],
    refunded: 1_24_455.5,
    refunds: [
      { amount: 44.5, by: 'online', state: 'done', of_change: true, at },
      { amount: 1_24_455.5, by: 'online', state: 'requested', of_change: false, at },
    ],
  };
  await page.route('**/api/orders/12/invoice', (route) => route.fulfill({ json: invoice }));
}
