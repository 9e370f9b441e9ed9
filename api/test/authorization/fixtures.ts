import { placeOrder } from '@haat/core/orders/place/place-order';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { startPayments } from '@haat/core/test/payments';
import { startOrderPayment } from '@haat/core/orders/place/start-order-payment';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import { onlineBody } from '../payment-helpers.ts';
import { createRequiredOptions } from '../required-fields.ts';

/**
 * The identities that make the calls: without a session; a customer, calling for their own data; another customer; a vendor of
 * the shop; a vendor of another shop; an admin of the shop; the platform's operator; the vendor with an expired token; the vendor
 * with a forged one; a helper of the shop; a rider of the shop.
 */
export const IDENTITIES = ['AN', 'CO', 'CX', 'VS', 'VX', 'SA', 'PA', 'EX', 'GB', 'HE', 'RI'] as const;
export type Identity = (typeof IDENTITIES)[number];

/** Who makes a call, in a session of their own. */
export type Caller = { userId: number; bearer: string | undefined; refreshToken: string };

/** The request; without a path, it goes to the path in the name of the call. */
export type Input = { path?: string; body?: object };

/**
 * A call of the matrix under its name: method and path, and a suffix that distinguishes calls of one path. `expected`: the status
 * for each of the identities, given valid input, which is made anew for each caller.
 */
export type Calls = Record<
  string,
  { expected: string; input?: (world: AuthorizationFixtures, caller: Caller) => Input | Promise<Input> }
>;

type Person = { user: User; shop: Shop };

/** The data of the matrix: a shop with its people, another shop, and a customer with an address. */
export type AuthorizationFixtures = Awaited<ReturnType<typeof createFixtures>>;

export async function createFixtures() {
  await createRequiredOptions();
  const [shop, elsewhere, owner] = await Promise.all([createShop(), createShop(), createUser()]);
  const { product, variants } = await createProduct({ shop, variants: [{ pricePaise: 50_000, stock: 1000 }] });
  const variant = variants[0]!;
  const sandbox = await startPayments();
  return {
    sandbox,
    shop,
    elsewhere,
    owner,
    address: await createAddress({ user: owner }),
    product,
    variant,
    unpublished: (await createProduct({ shop, isPublished: false })).product,
    people: await createPeople({ shop, elsewhere, owner }),
    newName,
    newEmail: () => `${newName()}@haat.example`,
    newMobile: () => `9${String((made += 1)).padStart(9, '0')}`,
    newProduct: async () => {
      const { product, variants } = await createProduct({ shop, variants: [{ stock: 5 }] });
      return { id: product.id, variantId: variants[0]!.id };
    },
    newOrder: async () => {
      const order = { userId: owner.id, body: orderBody([{ variant }]), idempotencyKey: newName() };
      return (await placeOrder(order)).id;
    },
    newHeldOrder: async () => {
      const order = { order: onlineBody(variant), idempotencyKey: newName() };
      const started = await startOrderPayment({ provider: 'razorpay', user: owner, ...order });
      return { orderId: started.order?.id, providerOrderId: started.providerOrderId };
    },
  };
}

async function createPeople(of: { shop: Shop; elsewhere: Shop; owner: User }) {
  const { shop, elsewhere, owner } = of;
  const vendor = await createMember({ shop });
  // The tokens of both customers contain this shop, but only membership of its team counts.
  return {
    CO: { user: owner, shop },
    CX: { user: await createUser(), shop },
    VS: { user: vendor, shop },
    VX: { user: await createMember({ shop: elsewhere }), shop: elsewhere },
    SA: { user: await createMember({ shop, role: 'admin' }), shop },
    PA: { user: await createUser({ isPlatformAdmin: true }), shop: elsewhere },
    EX: { user: vendor, shop },
    GB: { user: vendor, shop },
    HE: { user: await createMember({ shop, role: 'helper' }), shop },
    RI: { user: await createMember({ shop, role: 'rider' }), shop },
  } satisfies Record<Exclude<Identity, 'AN'>, Person>;
}

let made = 0;

/** A name that nothing else in the matrix has. */
const newName = (): string => `matrix-row-${(made += 1)}`;
