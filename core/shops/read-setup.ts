import { isRequired, SETUP_STEPS, type SetupState, type SetupStep } from '@haat/contract/shops/setup-steps';
import { type Connection, database, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';

/** A member's order at the own shop: the way to try it. Declined or cancelled, it is in no report. */
type TestOrder = { id: number; orderNumber: string; isOpen: boolean };

export type Setup = {
  steps: { id: SetupStep; state: SetupState; isRequired: boolean }[];
  /** How many are published. */
  products: number;
  testOrder: TestOrder | null;
  isClosed: boolean;
};

/** The first steps of a shop, as its data has them. Throws DomainError `not_found`. */
export async function readSetup({ shopId }: { shopId: number }, on: Connection = database().pool): Promise<Setup> {
  const shop = await one(READ, { shopId }, on);
  if (!shop) throw new DomainError('not_found', 'Shop Not Found');
  const { done, skipped, products, testOrder, isClosed } = shop;
  const stateOf = (id: SetupStep): SetupState => {
    if (done[id]) return 'done';
    return skipped.includes(id) && !isRequired(id) ? 'skipped' : 'open';
  };
  const steps = SETUP_STEPS.map((id) => ({ id, state: stateOf(id), isRequired: isRequired(id) }));
  return { steps, products, testOrder, isClosed };
}

type SetupRow = {
  done: Record<SetupStep, boolean>;
  skipped: string[];
  products: number;
  testOrder: TestOrder | null;
  isClosed: boolean;
};

// A shop that has delivered an order needs no test.
const READ = sql<{ shopId: number }, SetupRow>(
  `SELECT json_build_object(
     'place', shop.latitude IS NOT NULL AND shop.longitude IS NOT NULL,
     'hours', shop.hours IS NOT NULL OR (shop.open_time IS NOT NULL AND shop.close_time IS NOT NULL),
     'phone', shop.phone IS NOT NULL,
     'picture', shop.picture IS NOT NULL,
     'products', published.count > 0,
     'payment', shop.upi_vpa IS NOT NULL,
     'poster', shop.poster_printed_at IS NOT NULL,
     'test_order', coalesce(NOT (test.value ->> 'isOpen')::boolean, false) OR EXISTS (
       SELECT FROM orders o WHERE o.shop_id = shop.id AND o.status = 'Delivered' AND o.channel = 'online')
   ) AS done, shop.setup_skipped AS skipped, published.count AS products, test.value AS test_order,
   shop.is_platform OR shop.setup_closed_at IS NOT NULL AS is_closed
   FROM shops shop
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS count FROM products p WHERE p.shop_id = shop.id AND p.is_published AND p.deleted_at IS NULL
   ) published
   LEFT JOIN LATERAL (
     SELECT json_build_object('id', o.id, 'orderNumber', o.order_number,
       'isOpen', o.status NOT IN ('Declined', 'Cancelled', 'Expired', 'Returned', 'Delivered')) AS value
     FROM orders o JOIN shop_members m ON m.shop_id = o.shop_id AND m.user_id = o.user_id
     WHERE o.shop_id = shop.id AND o.channel = 'online' AND o.payment_status NOT IN ('awaiting', 'expired')
     ORDER BY o.id DESC LIMIT 1
   ) test ON true
   WHERE shop.id = :shopId`,
);
