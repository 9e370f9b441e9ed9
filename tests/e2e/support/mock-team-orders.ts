import type { Page } from '@playwright/test';
import type { OrderToPackView } from '../../../contract/orders/packing.calls.ts';
import type { RiderOrderView } from '../../../contract/orders/rider-orders.calls.ts';

const line = { size: null, color: null, packed_grams: null };
const facts = { note: null, promised_at: null, waits: false, asks_code: false } as const;

/** An order to pack, a delivery, and a takeaway that is ready and not paid. */
export const mockToPack = (page: Page) =>
  page.route('**/api/shops/*/packing', async (route) => {
    const order_date = new Date(Date.now() - 6 * 60_000).toISOString();
    const items = [
      { ...line, id: 1, name: 'Mysore Pak', unit: '500 g', quantity: 2 },
      { ...line, id: 2, name: 'Milk', unit: '1 litre', quantity: 1 },
    ];
    const customer = { customer_name: 'Test', order_date, items };
    const orders: OrderToPackView[] = [
      {
        ...facts,
        ...customer,
        id: 901,
        orderNumber: 'H000901',
        order_status: 'Accepted',
        takeaway: true,
        note: 'A box for a present, please',
        to_collect: 560,
      },
      {
        ...facts,
        ...customer,
        id: 902,
        orderNumber: 'H000902',
        order_status: 'Accepted',
        takeaway: false,
        waits: true,
        to_collect: null,
      },
      {
        ...facts,
        ...customer,
        id: 903,
        orderNumber: 'H000903',
        order_status: 'Ready',
        takeaway: true,
        to_collect: 1234.5,
      },
    ];
    await route.fulfill({ json: orders });
  });

/** A delivery on its way, to be paid at the door with the code, one that is paid and late, and two that wait. */
export const mockRiderOrders = (page: Page) =>
  page.route('**/api/shops/*/deliveries', async (route) => {
    const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const own = {
      ...facts,
      order_status: 'In Transit' as const,
      mine: true,
      customer_phone: '9876543210',
      order_date: minutesFromNow(-25),
    };
    const waiting = {
      ...facts,
      order_status: 'Accepted' as const,
      mine: false,
      customer_name: 'Test',
      customer_phone: null,
      address: { street: null, city: 'Bengaluru', zip: '560011' },
      order_date: minutesFromNow(-6),
    };
    const orders: RiderOrderView[] = [
      {
        ...own,
        id: 911,
        orderNumber: 'H000911',
        customer_name: 'Test Customer',
        address: { street: '12, 4th Main, near the water tank', city: 'Bengaluru', zip: '560011' },
        note: 'The gate is behind the house',
        promised_at: minutesFromNow(20),
        asks_code: true,
        item_count: 7,
        to_collect: 1234.5,
      },
      {
        ...own,
        id: 912,
        orderNumber: 'H000912',
        customer_name: 'Second Test Customer',
        address: { street: '7, Park Road', city: 'Bengaluru', zip: '560034' },
        promised_at: minutesFromNow(-3),
        item_count: 1,
        to_collect: null,
      },
      { ...waiting, id: 913, orderNumber: 'H000913', item_count: 3, to_collect: 560 },
      { ...waiting, id: 914, orderNumber: 'H000914', waits: true, item_count: 1, to_collect: null },
    ];
    await route.fulfill({ json: orders });
  });
