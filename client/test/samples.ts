import type { ProductDetails, ProductPage, ProductView, ShopProduct, VariantView } from '@haat/contract/api/products';
import type { ShopCard, ShopView } from '@haat/contract/api/shops';
import type { OrderView } from '@haat/contract/api/orders';
import { shopSign } from '@haat/contract/rules/shop-sign';

const unit = (id: number, name: string) => ({ id, name });

function aVariant(variant: Partial<VariantView> & { id: number }): VariantView {
  return { price: 28, mrp: null, stock: 10, size: null, color: null, unit: null, ...variant };
}

export function sampleProduct(product: Partial<ProductView> = {}): ProductView {
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

const NO_DETAILS: ProductDetails = {
  hindi_name: null,
  net_quantity: null,
  maker_role: null,
  maker_name: null,
  maker_address: null,
  country_of_origin: null,
  fssai_licence: null,
  best_before: null,
};

/** A product as its page gets it. */
export function sampleProductPage({ details, ...product }: SampleOf<ProductPage> = {}): ProductPage {
  const shown = sampleProduct(product);
  const pictures = shown.image === null ? [] : [shown.image];
  return { barcode: null, pictures, ...shown, ...product, details: { ...NO_DETAILS, ...details } };
}

type SampleOf<Product extends { details: ProductDetails }> = Partial<Omit<Product, 'details'>> & {
  details?: Partial<ProductDetails>;
};

export function sampleShop(shop: Partial<ShopView> = {}): ShopView {
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
    max_per_order: null,
    latitude: null,
    longitude: null,
    reach_km: 5,
    accepts_orders_when_closed: true,
    payment_providers: [],
    mobile_login: false,
    paused: false,
    ...shop,
  };
}

/** A shop as lists have it. */
export function sampleShopCard(card: Partial<ShopCard> = {}): ShopCard {
  const { id, slug, name, address, open_time, close_time, time_zone, paused, minordervalue } = sampleShop();
  const trade = card.trade === undefined ? 'Vegetables and fruit' : card.trade;
  const facts = { paused, minordervalue, trade, sign: shopSign(trade), has_picture: true, open: true };
  return { id, slug, name, address, open_time, close_time, time_zone, ...facts, ...card };
}

/** A delivered-to order of a dairy, a minute old. */
export function sampleOrder(changes: Partial<OrderView> = {}): OrderView {
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

/** A product of shop 3 as its members see it, with one variant. */
export function sampleShopProduct({ details, ...changes }: SampleOf<ShopProduct> = {}): ShopProduct {
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
    pictures: changes.image ? [changes.image] : [],
    ...changes,
    details: { ...NO_DETAILS, ...details },
  };
}
