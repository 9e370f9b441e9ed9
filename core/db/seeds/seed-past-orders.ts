import { orderStatusLabel } from '@haat/contract/orders/order-status';
import { formatPaise } from '@haat/contract/rupees';
import type { ClientBase } from 'pg';
import { insertRows, insertWithIds, type Row } from './bulk-insert.ts';
import type { PastOrder } from './draw-past-orders.ts';
import type { SeededPeople, SeededVariant } from './seed-shops.ts';

type Placed = PastOrder & { id: number; number: string };

/** Past orders with their lines and steps, their stock ledger, and their notifications and closed outbox rows. */
export async function seedPastOrders(
  client: ClientBase,
  orders: readonly PastOrder[],
  { people, variants }: { people: SeededPeople; variants: readonly SeededVariant[] },
): Promise<void> {
  const placed = await insertOrders(client, orders, people);
  const items = placed.flatMap(({ id, items }) => items.map((item) => itemRow(id, item)));
  await insertWithIds(client, 'order_items', items);
  const steps = placed.flatMap((order) => order.steps.map((step) => ({ order, step })));
  steps.sort((a, b) => a.step.at.getTime() - b.step.at.getTime());
  await insertWithIds(
    client,
    'order_events',
    steps.map(({ order, step }) => ({
      order_id: order.id,
      from_status: step.from,
      to_status: step.to,
      actor_id: people.vendorOfShop.get(order.shopId),
      actor_shop_id: order.shopId,
      at: step.at,
    })),
  );
  await insertWithIds(client, 'stock_ledger', ledgerRows(placed, variants, people.customerId));
  await insertNotifications(client, [
    ...placed.map(placedNote),
    ...steps.map(({ order, step }) => stepNote(order, step, people.customerId)),
  ]);
  await insertWithIds(client, 'outbox', [
    ...placed.map(({ id, placedAt }) => outboxRow('order.placed', id, placedAt)),
    ...steps.map(({ order, step }) => outboxRow('order.status', order.id, step.at)),
  ]);
}

async function insertOrders(client: ClientBase, orders: readonly PastOrder[], people: SeededPeople): Promise<Placed[]> {
  const rows = orders.map((order) => ({
    user_id: people.customerId,
    shop_id: order.shopId,
    status: order.steps.at(-1)?.to ?? 'Pending',
    ...cashOf(order),
    payment_method: 'cod',
    takeaway: order.address === undefined,
    total_paise: order.totalPaise,
    min_order_paise: order.minOrderPaise,
    ...customerOf(order, people),
    address: order.address ?? null,
    created_at: order.placedAt,
  }));
  const inserted = await insertWithIds(client, 'orders', rows);
  const { rows: named } = await client.query<{ id: string; order_number: string }>(
    'SELECT id, order_number FROM orders WHERE id = ANY ($1)',
    [inserted.map(({ id }) => id)],
  );
  const numbers = new Map(named.map(({ id, order_number }) => [Number(id), order_number]));
  return orders.map((order, at) => {
    const id = inserted[at]?.id ?? 0;
    return { ...order, id, number: numbers.get(id) ?? '' };
  });
}

function cashOf({ steps }: PastOrder) {
  const last = steps.at(-1);
  return last?.to === 'Delivered'
    ? { payment_status: 'collected', collected_at: last.at }
    : { payment_status: 'due', collected_at: null };
}

const customerOf = ({ address }: PastOrder, { addresses }: SeededPeople) => ({
  customer_name: address?.name ?? addresses[0]?.name,
  customer_phone: address?.phone ?? addresses[0]?.phone,
});

const itemRow = (orderId: number, { variant, quantity }: PastOrder['items'][number]) => ({
  order_id: orderId,
  variant_id: variant.id,
  product_id: variant.productId,
  name: variant.name,
  size: variant.size,
  color: variant.color,
  unit: variant.unit,
  image: variant.image,
  unit_price_paise: variant.pricePaise,
  quantity,
});

// Opening stock = today's stock + later sales.
function ledgerRows(placed: Placed[], variants: readonly SeededVariant[], customerId: number): Row[] {
  const sales = placed.flatMap((order) =>
    order.items.map(({ variant, quantity }) => ({
      variant_id: variant.id,
      delta: -quantity,
      reason: 'sale',
      order_id: order.id,
      actor_id: customerId,
      at: order.placedAt,
    })),
  );
  const sold = Map.groupBy(sales, ({ variant_id }) => variant_id);
  const openedAt = new Date((placed[0]?.placedAt ?? new Date()).getTime() - 60_000);
  const openings = variants
    .map(({ id, stock }) => ({ id, delta: (sold.get(id) ?? []).reduce((sum, { delta }) => sum - delta, stock) }))
    .filter(({ delta }) => delta > 0)
    .map(({ id, delta }) => ({
      variant_id: id,
      delta,
      reason: 'opening',
      order_id: null,
      actor_id: null,
      at: openedAt,
    }));
  return [...openings, ...sales];
}

type Note = { feed: string; created_at: Date } & Row;

function placedNote({ id, number, shopId, address, items, totalPaise, placedAt }: Placed): Note {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const name = address?.name ?? 'Demo Customer';
  return {
    feed: `shop:${shopId}`,
    order_id: id,
    kind: 'order.placed',
    status: null,
    message: `New order ${number} from ${name}: ${count} ${count === 1 ? 'item' : 'items'}, ${formatPaise(totalPaise)}`,
    details: {
      user_name: name,
      phone: address?.phone ?? null,
      address: address ? `${address.street}, ${address.city}, ${address.zip}` : null,
      item_count: count,
      total_paise: totalPaise,
    },
    created_at: placedAt,
  };
}

const stepNote = ({ id, number }: Placed, { to, at }: PastOrder['steps'][number], customerId: number): Note => ({
  feed: `user:${customerId}`,
  order_id: id,
  kind: 'order.status',
  status: to,
  message: `Order ${number}: ${orderStatusLabel(to)}`,
  details: {},
  created_at: at,
});

/** Numbers notifications within each feed by time, and marks shops' as acknowledged and customers' as read. */
async function insertNotifications(client: ClientBase, notes: readonly Note[]): Promise<void> {
  const feeds = Map.groupBy(notes, ({ feed }) => feed);
  await insertRows(
    client,
    'feeds',
    [...feeds].map(([name, { length }]) => ({ name, seq: length })),
  );
  const numbered = [...feeds.values()].flatMap((ofFeed) =>
    ofFeed
      .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
      .map((note, at) => ({ ...note, seq: at + 1 })),
  );
  await insertRows(client, 'notifications', numbered);
  await insertRows(
    client,
    'order_acknowledgements',
    [...feeds].flatMap(([name, { length }]) =>
      name.startsWith('shop:') ? { shop_id: Number(name.slice('shop:'.length)), seq: length } : [],
    ),
  );
  await insertRows(
    client,
    'notification_reads',
    [...feeds].flatMap(([name, { length }]) =>
      name.startsWith('user:') ? { user_id: Number(name.slice('user:'.length)), seq: length } : [],
    ),
  );
}

const outboxRow = (topic: string, subjectId: number, at: Date) => ({
  topic,
  subject_id: subjectId,
  created_at: at,
  done_at: at,
});
