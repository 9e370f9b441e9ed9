import type { ProductView, VariantView } from '@haat/contract/api/products.schema';
import type { ShopView } from '@haat/contract/api/shops.schema';

const unit = (id: number, name: string) => ({ id, name });

function aVariant(variant: Partial<VariantView> & { id: number }): VariantView {
  return { price: 28, mrp: null, stock: 10, size: null, color: null, unit: null, ...variant };
}

export function aProduct(product: Partial<ProductView> = {}): ProductView {
  return {
    id: 12,
    name: 'Tomato, local',
    description: null,
    price: 28,
    stock: 10,
    image: null,
    category_name: 'Vegetables',
    category: 'Vegetables',
    subcategory: null,
    category_id: null,
    unit: null,
    unitPrice: null,
    unitStock: null,
    units: [],
    variants: [
      aVariant({ id: 1, price: 28, unit: unit(3, '500 g') }),
      aVariant({ id: 2, price: 54, mrp: 60, stock: 2, unit: unit(4, '1 kg') }),
      aVariant({ id: 3, price: 250, stock: 0, unit: unit(5, '5 kg') }),
    ],
    shopId: 7,
    ...product,
  };
}

export function aShop(shop: Partial<ShopView> = {}): ShopView {
  return {
    id: 7,
    slug: 'nandi-vegetables',
    name: 'Nandi Vegetables',
    address: '30th Cross, Jayanagar',
    phone: '9000000102',
    email: null,
    open_time: '09:00',
    close_time: '21:30',
    time_zone: 'Asia/Kolkata',
    minordervalue: 200,
    accepts_orders_when_closed: true,
    payment_providers: [],
    paused: false,
    ...shop,
  };
}
