import type { Page } from '@playwright/test';
import type { OrderToPackView } from '../../../contract/api/packing.ts';

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
