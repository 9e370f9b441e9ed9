import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import type { PartialModelObject } from 'objection';
import { Address, ShopMember, User } from '../db/accounts.models.ts';
import { database } from '../db/database.ts';
import { Product, Variant } from '../db/catalog.models.ts';
import { Shop } from '../db/shops.models.ts';
import { findPinCode } from '../pin-codes/find-pin-code.ts';

// Rows for tests, each with the required columns and a unique name; the database of testDatabase() must be connected.

let made = 0;
const next = () => (made += 1);

export type UserWithEmail = User & { email: string };

export async function createUser(fields: PartialModelObject<User> = {}): Promise<UserWithEmail> {
  const email = `user-${next()}@haat.example`;
  return (await User.query().insertAndFetch({ email, name: 'Test Customer', ...fields })) as UserWithEmail;
}

/** A user who logs in with a mobile number and has no email address. */
export async function createMobileUser(loginMobile: string): Promise<User> {
  return User.query().insertAndFetch({ loginMobile, mobile: loginMobile });
}

/** Open to the public, in Jayanagar, always open, minimum 200 rupees. */
export async function createShop(fields: PartialModelObject<Shop> = {}): Promise<Shop> {
  const slug = `shop-${next()}`;
  return Shop.query().insertAndFetch({ slug, name: `Shop ${slug}`, latitude: 12.925, longitude: 77.593, ...fields });
}

/** A shop with a product, so that customers find it. */
export async function createPublicShop(fields: PartialModelObject<Shop> = {}): Promise<Shop> {
  const shop = await createShop(fields);
  await createProduct({ shop });
  return shop;
}

/** Makes the user, a new one when none is given, work for the shop. */
export async function createMember(of: {
  shop: Pick<Shop, 'id'>;
  user?: UserWithEmail;
  role?: ShopRole;
}): Promise<UserWithEmail> {
  const user = of.user ?? (await createUser({ name: 'Test Vendor' }));
  await ShopMember.query().insert({ userId: user.id, shopId: of.shop.id, role: of.role ?? 'vendor' });
  return user;
}

export async function createAddress({
  user,
  ...fields
}: { user: Pick<User, 'id'>; zip?: string } & Omit<PartialModelObject<Address>, 'zip'>): Promise<Address> {
  const home = { name: 'Home', street: '12, 4th Main', city: 'Bengaluru', zip: '560041', phone: '9000000001' };
  const place = findPinCode(fields.zip ?? home.zip)?.place;
  return Address.query().insertAndFetch({ userId: user.id, ...home, ...place, ...fields });
}

/** One variant: names of size, colour and unit are made when they are new. */
export type VariantFields = {
  pricePaise?: number;
  mrpPaise?: number;
  stock?: number;
  barcode?: string;
  size?: string;
  color?: string;
  unit?: string;
};

export type ProductFields = PartialModelObject<Product> & { shop: Pick<Shop, 'id'>; variants?: VariantFields[] };

/** A published product with its variants, one at 50 rupees and 100 in stock unless said otherwise, and the ledger rows of their stock. */
export async function createProduct({
  shop,
  variants = [{}],
  ...fields
}: ProductFields): Promise<{ product: Product; variants: Variant[] }> {
  const product = await Product.query().insertAndFetch({ shopId: shop.id, name: `Product ${next()}`, ...fields });
  const rows: Variant[] = [];
  for (const [position, each] of variants.entries()) rows.push(await createVariant(product, { ...each, position }));
  return { product, variants: rows };
}

async function createVariant(product: Product, fields: VariantFields & { position: number }): Promise<Variant> {
  const { size, color, unit, pricePaise = 5000, stock = 100, ...others } = fields;
  const variant = await Variant.query().insertAndFetch({
    productId: product.id,
    sizeId: await optionId('sizes', size),
    colorId: await optionId('colors', color),
    unitId: await optionId('units', unit),
    pricePaise,
    stock,
    ...others,
  });
  if (stock > 0) {
    await database().knex('stock_ledger').insert({ variantId: variant.id, delta: stock, reason: 'opening' });
  }
  return variant;
}

async function optionId(table: 'sizes' | 'colors' | 'units', name: string | undefined): Promise<number | null> {
  if (name === undefined) return null;
  const found = await database().knex(table).whereRaw('lower(name) = lower(?)', name).first<{ id: number }>('id');
  if (found) return found.id;
  const [row] = await database().knex(table).insert({ name }).returning<{ id: number }[]>('id');
  return row?.id ?? null;
}

/** A category, and one below it when `child` is given; seen by every shop. Answers the id of the innermost one. */
export async function createCategory({ name, child }: { name: string; child?: string }): Promise<number> {
  const id = await insertCategory({ name });
  return child === undefined ? id : insertCategory({ name: child, parentId: id });
}

async function insertCategory(row: { name: string; parentId?: number }): Promise<number> {
  const { name, parentId = null } = row;
  const known = await database().knex('categories').where({ name, parentId, shopId: null }).first<{ id: number }>('id');
  if (known) return known.id;
  const [inserted] = await database().knex('categories').insert(row).returning<{ id: number }[]>('id');
  if (!inserted) throw new Error('No category was inserted');
  return inserted.id;
}
