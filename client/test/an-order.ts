import type { OrderView } from '@haat/contract/api/orders.schema';

/** A delivered-to order of a dairy, a minute old. */
export function anOrder(changes: Partial<OrderView> = {}): OrderView {
  return {
    id: 4,
    orderNumber: 'H000004',
    order_date: '2026-11-21T09:00:00.000Z',
    order_status: 'Pending',
    payment_method: 'cod',
    payment_status: 'due',
    total: 250,
    minordervalue: 200,
    takeaway: false,
    customer_name: 'Test Customer',
    customer_phone: '9876543210',
    address: { street: '4th Main', city: 'Bengaluru', zip: '560011' },
    shop: { id: 3, slug: 'dairy', name: 'Malnad Dairy', phone: '9000000103' },
    items: [
      {
        product_id: 1,
        name: 'Ghee',
        price: 125,
        quantity: 2,
        size: null,
        color: null,
        unit: '500 g',
        unit_type: '500 g',
        image: null,
        size_id: null,
        color_id: null,
        unit_id: 5,
      },
    ],
    steps: [{ status: 'Pending', at: '2026-11-21T09:00:00.000Z' }],
    ...changes,
  };
}
