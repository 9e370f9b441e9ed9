import type { ShopProduct } from '@haat/contract/api/products.schema';

/** A product of shop 3 as its members see it, in one unit. */
export function anOwnProduct(changes: Partial<ShopProduct> = {}): ShopProduct {
  return {
    id: 4,
    name: 'Test curd',
    description: 'Set overnight',
    price: 28,
    stock: 10,
    image: null,
    category_name: 'Dairy',
    category: 'Dairy',
    subcategory: 'Curd',
    category_id: 11,
    unit: '500 g',
    unitPrice: 28,
    unitStock: 10,
    units: [],
    variants: [
      {
        id: 41,
        price: 28,
        mrp: null,
        stock: 10,
        size: null,
        color: null,
        unit: { id: 5, name: '500 g' },
        barcode: null,
      },
    ],
    shopId: 3,
    barcode: null,
    published: true,
    version: '2026-11-21T09:00:00.000Z',
    ...changes,
  };
}
