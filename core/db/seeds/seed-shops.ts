import type { ClientBase } from 'pg';
import type { Place } from '@haat/contract/shops/delivery-area';
import { DEFAULT_MAIN_SHOP_SLUG } from '@haat/contract/shops/shop';
import { toPaise } from '@haat/contract/rupees';
import { findPinCode } from '../../pin-codes/find-pin-code.ts';
import { insertRows, insertWithIds } from './bulk-insert.ts';
import type { DemoProduct, DemoShop, DemoVariant } from './demo/demo-market.ts';

type SeededShop = { id: number; minOrderPaise: number | null; demo: DemoShop };

type ShopRow = {
  slug: string;
  name: string;
  trade: string | null;
  address: string;
  phone: string | null;
  email: string;
  open_time: string | null;
  close_time: string | null;
  time_zone: string;
  min_order_paise: number | null;
  accepts_orders_when_closed: boolean;
  is_platform: boolean;
  latitude: number | null;
  longitude: number | null;
  reach_metres: number;
  acceptance_minutes: number;
  setup_closed_at: Date;
  created_at: Date;
};

/** A day, as not every shop of a demo market is watched. */
const DEMO_ACCEPTANCE_MINUTES = 1440;

/** Stores the platform's own shop, then the shops of the market. */
export async function seedShops(client: ClientBase, market: readonly DemoShop[]): Promise<SeededShop[]> {
  const [, ...rows] = await insertWithIds(client, 'shops', [platform, ...market.map(shopRow)]);
  return market.map((demo, at) => ({
    id: rows[at]?.id ?? 0,
    minOrderPaise: demo.minimumOrder === null ? null : toPaise(demo.minimumOrder),
    demo,
  }));
}

const shopRow = (shop: DemoShop): ShopRow => ({
  slug: shop.slug,
  name: shop.name,
  trade: shop.trade,
  address: shop.address,
  phone: shop.phone,
  email: `admin@${shop.slug}.example`,
  open_time: shop.openTime,
  close_time: shop.closeTime,
  time_zone: 'Asia/Kolkata',
  min_order_paise: shop.minimumOrder === null ? null : toPaise(shop.minimumOrder),
  accepts_orders_when_closed: shop.acceptsOrdersWhenClosed,
  is_platform: false,
  latitude: shop.latitude,
  longitude: shop.longitude,
  reach_metres: shop.reachMetres,
  acceptance_minutes: DEMO_ACCEPTANCE_MINUTES,
  setup_closed_at: new Date(),
  created_at: new Date(),
});

const platform: ShopRow = {
  slug: DEFAULT_MAIN_SHOP_SLUG,
  name: 'Haat',
  trade: null,
  address: 'Jayanagar, Bengaluru',
  phone: null,
  email: 'hello@haat.example',
  open_time: null,
  close_time: null,
  time_zone: 'Asia/Kolkata',
  min_order_paise: null,
  accepts_orders_when_closed: true,
  is_platform: true,
  latitude: null,
  longitude: null,
  reach_metres: 5000,
  acceptance_minutes: DEMO_ACCEPTANCE_MINUTES,
  setup_closed_at: new Date(),
  created_at: new Date(),
};

export type SeededAddress = { name: string; street: string; city: string; zip: string; phone: string };
export type SeededPeople = { customerId: number; addresses: SeededAddress[]; vendorOfShop: Map<number, number> };

const HOME = {
  name: 'Demo Customer',
  street: '14, 7th Cross, 4th Block, Jayanagar',
  city: 'Bengaluru',
  zip: '560011',
  phone: '9000000201',
};
const OFFICE = {
  name: 'Demo Customer (office)',
  street: '2nd floor, 31, 30th Cross, 4th T Block, Jayanagar',
  city: 'Bengaluru',
  zip: '560041',
  phone: '9000000202',
};

const LABELS = ['Home', 'Work'];

function requirePlace({ zip }: SeededAddress): Place {
  const found = findPinCode(zip);
  if (!found) throw new Error(`No PIN code ${zip}`);
  return found.place;
}

/** All users who can log in: a customer, the platform's operator, and a vendor and an admin for each shop. */
export async function seedPeople(client: ClientBase, shops: readonly SeededShop[]): Promise<SeededPeople> {
  const [customer] = await insertWithIds(client, 'users', [
    person('customer@haat.example', 'Demo Customer', { mobile: HOME.phone }),
    person('operator@haat.example', 'Haat operator', { isOperator: true }),
  ]);
  const customerId = customer?.id ?? 0;
  const addresses = [HOME, OFFICE];
  const now = new Date();
  await insertWithIds(
    client,
    'addresses',
    addresses.map((address, at) => {
      const { latitude, longitude, accuracyMetres: accuracy_metres } = requirePlace(address);
      const place = { label: LABELS[at] ?? null, latitude, longitude, accuracy_metres };
      return { user_id: customerId, ...address, ...place, created_at: now, updated_at: now };
    }),
  );
  return { customerId, addresses, vendorOfShop: await seedMembers(client, shops) };
}

async function seedMembers(client: ClientBase, shops: readonly SeededShop[]): Promise<Map<number, number>> {
  const team = shops.flatMap(({ id, demo }) => [
    { shopId: id, role: 'vendor', row: person(`vendor@${demo.slug}.example`, `${demo.name} counter`) },
    { shopId: id, role: 'admin', row: person(`admin@${demo.slug}.example`, `${demo.name} office`) },
  ]);
  const users = await insertWithIds(
    client,
    'users',
    team.map(({ row }) => row),
  );
  const members = team.map(({ shopId, role }, at) => ({ user_id: users[at]?.id ?? 0, shop_id: shopId, role }));
  const created_at = new Date();
  await insertRows(
    client,
    'shop_members',
    members.map((member) => ({ ...member, created_at })),
  );
  return new Map(members.filter(({ role }) => role === 'vendor').map((each) => [each.shop_id, each.user_id]));
}

const person = (email: string, name: string, more: { mobile?: string; isOperator?: boolean } = {}) => ({
  email,
  name,
  mobile: more.mobile ?? null,
  is_platform_admin: more.isOperator ?? false,
  created_at: new Date(),
});

/** A variant with the fields that an order copies. */
export type SeededVariant = {
  id: number;
  shopId: number;
  productId: number;
  name: string;
  image: string;
  size: string | null;
  color: string | null;
  unit: string | null;
  pricePaise: number;
  stock: number;
};

type Ids = Map<string, number>;

/** Every shop's products, in the categories and with the options of the shared catalog. */
export async function seedProducts(client: ClientBase, shops: readonly SeededShop[]): Promise<SeededVariant[]> {
  const options = {
    units: await sharedIds(client, 'SELECT id, name FROM units WHERE shop_id IS NULL'),
    sizes: await sharedIds(client, 'SELECT id, name FROM sizes'),
    colors: await sharedIds(client, 'SELECT id, name FROM colors'),
  };
  const categories = await sharedIds(client, CATEGORY_PATHS);
  const products = shops.flatMap((shop) => shop.demo.products.map((demo) => ({ shopId: shop.id, demo })));
  const now = new Date();
  const rows = products.map(({ shopId, demo }) => productRow(shopId, demo, { categories, now }));
  const inserted = await insertWithIds(client, 'products', rows);
  await insertRows(
    client,
    'product_pictures',
    products.flatMap(({ demo }, at) => furtherPictures(inserted[at]?.id ?? 0, demo)),
  );
  const variantRows = products.flatMap(({ shopId, demo }, at) =>
    demo.variants.map((each, position) => ({ shopId, demo, each, position, productId: inserted[at]?.id ?? 0 })),
  );
  const insertedVariants = await insertWithIds(
    client,
    'variants',
    variantRows.map(({ each, position, productId }) => ({
      product_id: productId,
      position,
      ...variantRow(each, options),
    })),
  );
  return variantRows.map(({ shopId, demo, each, productId }, at) => ({
    id: insertedVariants[at]?.id ?? 0,
    shopId,
    productId,
    name: demo.name,
    image: pictureOf(demo),
    ...choiceOf(each),
    pricePaise: toPaise(each.price),
    stock: each.stock,
  }));
}

const choiceOf = ({ size, color, unit }: DemoVariant) => ({
  size: size ?? null,
  color: color ?? null,
  unit: unit ?? null,
});

const pathOfPicture = (picture: string) => `/uploads/${picture}-320.webp`;
const pictureOf = ({ pictures: [main = ''] }: DemoProduct) => pathOfPicture(main);

const furtherPictures = (productId: number, { pictures: [, ...others] }: DemoProduct) =>
  others.map((picture, at) => ({ product_id: productId, position: at + 1, image: pathOfPicture(picture) }));

const productRow = (shopId: number, product: DemoProduct, { categories, now }: { categories: Ids; now: Date }) => ({
  shop_id: shopId,
  category_id: sharedId(categories, pathOf(product.category, product.subcategory)),
  name: product.name,
  description: product.description,
  image: pictureOf(product),
  maker_role: null,
  maker_name: null,
  maker_address: null,
  country_of_origin: null,
  fssai_licence: null,
  best_before: null,
  ...product.details,
  is_published: true,
  created_at: now,
  updated_at: now,
});

const variantRow = (variant: DemoVariant, { units, sizes, colors }: Record<'units' | 'sizes' | 'colors', Ids>) => ({
  size_id: variant.size === undefined ? null : sharedId(sizes, variant.size),
  color_id: variant.color === undefined ? null : sharedId(colors, variant.color),
  unit_id: variant.unit === undefined ? null : sharedId(units, variant.unit),
  price_paise: toPaise(variant.price),
  mrp_paise: variant.mrp === undefined ? null : toPaise(variant.mrp),
  stock: variant.stock,
  barcode: variant.barcode ?? null,
});

const pathOf = (category: string, subcategory: string) => `${category} > ${subcategory}`;

const CATEGORY_PATHS = `SELECT child.id, parent.name || ' > ' || child.name AS name
  FROM categories child JOIN categories parent ON parent.id = child.parent_id WHERE child.shop_id IS NULL`;

async function sharedIds(client: ClientBase, text: string): Promise<Ids> {
  const { rows } = await client.query<{ id: string; name: string }>(text);
  return new Map(rows.map(({ id, name }) => [name, Number(id)]));
}

function sharedId(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The shared catalog has no ${name}`);
  return id;
}
