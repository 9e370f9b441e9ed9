import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import type { SettingsView } from '@haat/contract/shops/settings.calls';
import type {
  ProductDetails,
  ProductPage,
  ProductView,
  ShopProduct,
  VariantView,
} from '@haat/contract/catalog/products.calls';
import type { ShopCard, ShopView } from '@haat/contract/shops/shops.calls';
import type { FoundProduct } from '@haat/contract/shops/search.calls';
import type { ScanAnswer } from '@haat/contract/orders/scan.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { ProblemView } from '@haat/contract/orders/problems.calls';
import { shopSign } from '@haat/contract/shops/shop-sign';

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
    picture: null,
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
  const facts = {
    paused,
    minordervalue,
    trade,
    sign: shopSign(trade),
    picture: `/images/shops/${card.slug ?? slug}.jpeg`,
    open: true,
  };
  return { id, slug, name, address, open_time, close_time, time_zone, ...facts, ...card };
}

/** A product in a list of several shops, four in stock. */
export function sampleFoundProduct(product: Partial<FoundProduct> & { id: number; shop: ShopCard }): FoundProduct {
  const variant = aVariant({ id: product.id * 10, stock: 4, unit: unit(5, '500 ml') });
  const fields = { price: 28, mrp: null, unit: '500 ml', in_stock: true, variant_count: 1 };
  return { name: 'Toned milk', image: null, variant, ...fields, ...product };
}

/** A delivered-to order of a dairy, a minute old. */
export function sampleOrder(changes: Partial<OrderView> = {}): OrderView {
  return {
    id: 4,
    orderNumber: 'H000004',
    order_date: '2026-11-21T09:00:00.000Z',
    order_status: 'Pending',
    channel: 'online',
    payment_method: 'cod',
    payment_status: 'due',
    total: 250,
    refunded: 0,
    refundable: { online: 0, cash: 0 },
    minordervalue: 200,
    takeaway: false,
    customer_name: 'Test Customer',
    customer_phone: '9876543210',
    address: { street: '4th Main', city: 'Bengaluru', zip: '560011' },
    note: null,
    shop: { id: 3, slug: 'dairy', name: 'Malnad Dairy', phone: '9000000103' },
    items: [
      {
        id: 41,
        product_id: 1,
        name: 'Ghee',
        price: 125,
        quantity: 2,
        amount: 250,
        packed_grams: null,
        mrp: null,
        discount: 0,
        written_off: 0,
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
    accept_by: null,
    cancel_until: null,
    report_until: null,
    hold_until: null,
    asks_code: false,
    pickup_code: null,
    problems: [],
    replaces: null,
    cancellation: null,
    unanswered_from: null,
    promised_at: null,
    if_unavailable: 'call_me',
    revision: 1,
    revisions: [],
    cash_extra: 0,
    proposal: null,
    ...changes,
  };
}

/** The answer of a scan that finds the first variant of a product. */
export function sampleScan(product: ShopProduct): ScanAnswer {
  const [{ id, stock_amount: stock, stock_unit, content, barcode }] = product.variants as [
    ShopProduct['variants'][number],
  ];
  const variant = { variant_id: id, name: product.name, option: null, barcode, stock, stock_unit, content };
  return { kind: 'product', variant, product };
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
        stock_amount: 10,
        stock_unit: 'piece',
        content: 1,
        size: null,
        color: null,
        unit: { id: 5, name: '500 g' },
        barcode: null,
        low_at: 5,
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

export const sampleSettings = (changes: Partial<SettingsView> = {}): SettingsView => ({
  id: 3,
  slug: 'dairy',
  name: 'Dairy',
  address: '4th Main',
  phone: '9000000001',
  gstin: null,
  fssai_licence: null,
  upi_vpa: null,
  receipt_head: null,
  receipt_foot: null,
  scale_label: null,
  open_time: '09:00',
  close_time: '21:00',
  minordervalue: 200,
  max_per_order: null,
  acceptance_minutes: 10,
  cancel_grace_minutes: 2,
  remind_seconds: 30,
  alert_seconds: 90,
  preparation_minutes: 20,
  delivery_minutes: 0,
  problem_hours: 24,
  holding_minutes: 120,
  answer_minutes: 10,
  accepts_orders_when_closed: true,
  latitude: 12.9,
  longitude: 77.6,
  reach_km: 5,
  picture: null,
  paused: false,
  rush_minutes: 0,
  auto_accepts: false,
  asks_pickup_code: false,
  asks_door_code: false,
  updated: '2026-11-21T10:00:00.000Z',
  ...changes,
});

/** A problem that was reported an hour ago: one of two jars is damaged. */
export function sampleProblem(changes: Partial<ProblemView> = {}): ProblemView {
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  return {
    id: 12,
    number: 'P000012',
    order: { id: 4, orderNumber: 'H000004' },
    shop: { id: 3, slug: 'dairy', name: 'Malnad Dairy' },
    customer_name: 'Test Customer',
    state: 'open',
    reported_at: at(-1),
    acknowledge_by: at(47),
    solve_by: at(719),
    acknowledged_at: null,
    solved_at: null,
    refunded: null,
    replacement: null,
    refundable: { online: 0, cash: 250 },
    lines: [
      {
        item_id: 41,
        name: 'Ghee',
        size: null,
        color: null,
        unit: '500 g',
        image: null,
        price: 125,
        ordered: 2,
        quantity: 1,
        kind: 'damaged',
        returned: 0,
      },
    ],
    pictures: [],
    messages: [{ id: 1, kind: 'reported', actor: 'customer', text: 'The jar was broken', at: at(-1) }],
    ...changes,
  };
}

export const sampleCounterItem = (): CounterItem => ({
  variant_id: 5,
  name: 'Milk',
  hindi_name: null,
  size: null,
  color: null,
  unit: '500 ml',
  price: 28,
  mrp: 30,
  stock: 5,
  stock_unit: 'piece',
  content: 1,
  barcode: null,
  image: null,
  category: null,
});
