/** What an order must have to be shown, to its customer and to its shop. */
export const ORDER = {
  id: 0,
  orderNumber: '',
  order_date: '',
  order_status: 'Pending',
  total: 0,
  customer_name: '',
  shop: { slug: '' },
  items: [{ product_id: 0, name: '', price: 0, quantity: 0 }],
  steps: [{ at: '' }],
} as const;
