import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import type { PlaceOrderBody } from '../../../contract/orders/orders.calls.ts';
import type { StoredSession } from './accounts.ts';
import { openSession } from './sign-in.ts';

type Variant = { id: number; price: number; stock: number };
type Product = { id: number; variants: (Variant & Record<'size' | 'color' | 'unit', { id: number } | null>)[] };

/** A customer who orders over the API, by default takeaway. Returns the numbers of the orders. `session`: the local storage of the device. */
export type Customer = { order: (changes?: Partial<PlaceOrderBody>) => Promise<string>; session: StoredSession };

/** Where a delivery goes: to the middle of the demo market. */
export const DELIVERY = {
  takeaway: false,
  address: { name: 'Test Customer', street: '12, 4th Main', city: 'Bengaluru', zip: '560011', phone: '9876543210' },
};

/** Logs a customer in by the calls that the login screen makes. */
export async function newCustomer(request: APIRequestContext, slug: string): Promise<Customer> {
  const session = await openSession({ request }, slug, `customer-${randomUUID()}@haat.example`);
  const lines = await linesOnSale(request, slug);
  let next = 0;
  return {
    session,
    order: async (changes) => {
      const line = changes?.takeaway === false ? deliverable(lines) : lines[next++ % lines.length];
      if (!line) throw new Error(`${slug} has nothing to sell`);
      const takeaway = {
        items: [line],
        total: line.price * line.quantity,
        address: null,
        paymentMethod: 'cod',
        takeaway: true,
      };
      const headers = { authorization: `Bearer ${session.authToken}`, 'idempotency-key': randomUUID() };
      const answer = await request.post('/api/orders', { headers, data: { ...takeaway, ...changes } });
      expect(answer.status(), await answer.text()).toBe(201);
      return ((await answer.json()) as { orderNumber: string }).orderNumber;
    },
  };
}

/** In rupees, above the minimum of every demo shop. */
const ENOUGH_TO_DELIVER = 300;

/** The dearest line, as often as a delivery needs it. */
function deliverable(lines: CartLine[]): CartLine | undefined {
  const [dearest] = lines.toSorted((a, b) => b.price - a.price);
  return dearest && { ...dearest, quantity: Math.ceil(ENOUGH_TO_DELIVER / dearest.price) };
}

type CartLine = ReturnType<typeof lineOf>;

/** Cart lines of everything that the shop has enough of. */
export async function linesOnSale(request: APIRequestContext, slug: string) {
  const shop = (await (await request.get(`/api/shops/${slug}`)).json()) as { id: number };
  const products = (await (await request.get(`/api/products?shopId=${shop.id}`)).json()) as Product[];
  return products.flatMap((product) =>
    product.variants.filter(({ stock }) => stock > 4).map((variant) => lineOf(product, variant)),
  );
}

function lineOf({ id }: Product, { size, color, unit, price }: Product['variants'][number]) {
  return { id: [id, ...[size, color, unit].map((part) => part?.id ?? 0)].join('-'), quantity: 1, price };
}
