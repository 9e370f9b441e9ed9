import { randomUUID } from 'node:crypto';
import type { PurchaseBody, PurchaseView } from '@haat/contract/stock/purchases.calls';
import { mostStock } from '@haat/contract/catalog/stock-unit';
import { toPaise } from '@haat/contract/rupees';
import type { PoolClient } from 'pg';
import { inTransaction, one, run, sql } from '../../db/database.ts';
import { Purchase, PurchaseLine } from '../../db/stock.models.ts';
import { DomainError, invalidField } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { findActingShop, requireRight } from '../../accounts/shop-rights.ts';
import { findPurchase } from './read-purchases.ts';

type Request = { by: Session; shopId: number };
type NewPurchase = Request & {
  body: PurchaseBody & { replaces_id?: number | null | undefined };
  key?: string | undefined;
};

/**
 * Adds the draft of a purchase, once per key. A new supplier is added to the shop's suppliers. Throws `invalid_input` for a
 * variant of another shop, `not_found` for a purchase to replace that is not booked in this shop, and what `requireRight` does.
 */
export async function addPurchase({ by, shopId, body, key = randomUUID() }: NewPurchase): Promise<PurchaseView> {
  requireRight('purchases', by, shopId);
  await findActingShop('purchases', by, shopId);
  return inTransaction(async (client) => {
    const replacesId = body.replaces_id ?? null;
    if (replacesId !== null) await requireBooked(client, shopId, replacesId);
    const head = await readHead(client, { shopId, body });
    const added = await one(ADD, { ...head, replacesId, key, actorId: by.actorId }, client);
    if (added) await saveLines(client, { shopId, id: added.id, body });
    const purchase = added ?? (await Purchase.query(client).findOne({ shopId, key }).select('id'));
    if (!purchase) throw new DomainError('unavailable', 'Please try again.', { retry_after: 1 });
    return findPurchase({ by, shopId, id: purchase.id }, client);
  });
}

async function requireBooked(client: PoolClient, shopId: number, id: number): Promise<void> {
  const booked = await Purchase.query(client).findOne({ id, shopId, state: 'booked', reversesId: null }).select('id');
  if (!booked) throw new DomainError('not_found', 'Purchase not found');
}

type Head = { shopId: number; supplierId: number | null; invoiceNumber: string | null; invoiceDate: string | null };

async function readHead(client: PoolClient, { shopId, body }: { shopId: number; body: PurchaseBody }): Promise<Head> {
  const name = body.supplier ?? null;
  const supplier = name === null ? undefined : await one(FIND_OR_ADD_SUPPLIER, { shopId, name }, client);
  return {
    shopId,
    supplierId: supplier?.id ?? null,
    invoiceNumber: body.invoice_number ?? null,
    invoiceDate: body.invoice_date ?? null,
  };
}

// The name stays as it was written first.
const FIND_OR_ADD_SUPPLIER = sql<{ shopId: number; name: string }, { id: number }>(
  `INSERT INTO suppliers (shop_id, name) VALUES (:shopId, :name)
   ON CONFLICT (shop_id, lower(name)) DO UPDATE SET name = suppliers.name RETURNING id`,
);

const TODAY = '(SELECT (now() AT TIME ZONE time_zone)::date FROM shops WHERE id = :shopId)';

const ADD = sql<Head & { replacesId: number | null; key: string; actorId: number }, { id: number }>(
  `INSERT INTO purchases (shop_id, supplier_id, invoice_number, invoice_date, day, replaces_id, key, created_by)
   VALUES (:shopId, :supplierId, :invoiceNumber, :invoiceDate, coalesce(:invoiceDate::date, ${TODAY}), :replacesId, :key,
     :actorId) ON CONFLICT (shop_id, key) DO NOTHING RETURNING id`,
);

type OfDraft = Request & { id: number };

/** Changes a draft. Throws `status_not_allowed` once it is booked, `edit_conflict` when it has changed since it was read. */
export async function changePurchase({
  body,
  ...request
}: OfDraft & { body: PurchaseBody & { version: number } }): Promise<PurchaseView> {
  const { by, shopId, id } = request;
  requireRight('purchases', by, shopId);
  return inTransaction(async (client) => {
    const { version } = await lockDraft(client, request);
    if (version !== body.version) {
      const text = 'Someone else changed this purchase in the meantime. Review it before you save.';
      throw new DomainError('edit_conflict', text, { current: await findPurchase(request, client) });
    }
    await run(CHANGE, { ...(await readHead(client, { shopId, body })), id }, client);
    await PurchaseLine.query(client).where({ purchaseId: id }).delete();
    await saveLines(client, { shopId, id, body });
    return findPurchase(request, client);
  });
}

async function lockDraft(client: PoolClient, { shopId, id }: OfDraft): Promise<{ version: number }> {
  const purchase = await one(LOCK, { shopId, id }, client);
  if (!purchase) throw new DomainError('not_found', 'Purchase not found');
  if (purchase.state === 'draft') return purchase;
  throw new DomainError('status_not_allowed', 'This purchase is booked. Correct it with another purchase.');
}

const LOCK = sql<{ shopId: number; id: number }, { state: string; version: number }>(
  'SELECT state, version FROM purchases WHERE id = :id AND shop_id = :shopId FOR NO KEY UPDATE',
);

const CHANGE = sql<Head & { id: number }>(
  `UPDATE purchases SET supplier_id = :supplierId, invoice_number = :invoiceNumber, invoice_date = :invoiceDate,
     day = coalesce(:invoiceDate::date, ${TODAY}), version = version + 1 WHERE id = :id`,
);

type Lines = { shopId: number; id: number; body: PurchaseBody };

async function saveLines(client: PoolClient, { shopId, id, body }: Lines): Promise<void> {
  const isTooMuch = ({ quantity, stock_unit: unit }: PurchaseBody['lines'][number]) =>
    quantity > mostStock(unit ?? 'piece');
  if (body.lines.some(isTooMuch)) throw invalidField('lines', `must be at most ${mostStock('piece')} each`);
  const rows = body.lines.map((line, position) => ({
    position,
    variantId: line.variant_id,
    quantity: line.quantity,
    unit: line.stock_unit ?? 'piece',
    costPaise: toPaise(line.cost),
    bestBefore: line.best_before ?? null,
    pricePaise: typeof line.price === 'number' ? toPaise(line.price) : null,
    mrpPaise: typeof line.mrp === 'number' ? toPaise(line.mrp) : null,
  }));
  const stored = await run(SAVE_LINES, { shopId, id, rows: JSON.stringify(rows) }, client);
  if (stored === rows.length) return;
  const text = 'must be of products of this shop, in pieces or in the unit in which their stock is kept';
  throw invalidField('lines', text);
}

const SAVE_LINES = sql<{ shopId: number; id: number; rows: string }>(
  `INSERT INTO purchase_lines (purchase_id, variant_id, position, quantity, stock_unit, content, cost_paise, best_before,
     price_paise, mrp_paise)
   SELECT :id::bigint, v.id, w.position, w.quantity, w.unit, CASE WHEN w.unit = 'piece' THEN 1 ELSE v.content END, w."costPaise", w."bestBefore", w."pricePaise", w."mrpPaise"
   FROM jsonb_to_recordset(:rows::jsonb) AS w("variantId" bigint, position integer, quantity integer, unit text, "costPaise" bigint,
     "bestBefore" date, "pricePaise" bigint, "mrpPaise" bigint)
   JOIN variants v ON v.id = w."variantId" JOIN products p ON p.id = v.product_id AND p.shop_id = :shopId
   WHERE w.unit IN ('piece', v.stock_unit)`,
);

/** Deletes a draft. Throws `status_not_allowed` once it is booked. */
export async function deletePurchase(request: OfDraft): Promise<void> {
  requireRight('purchases', request.by, request.shopId);
  await inTransaction(async (client) => {
    await lockDraft(client, request);
    await Purchase.query(client).deleteById(request.id);
  });
}
