import * as ends from '@haat/contract/orders/order-ends.calls';
import * as api from '@haat/contract/orders/orders.calls';
import { refundOrder as refundOrderCall } from '@haat/contract/payments/payments.calls';
import type { OrderItemView, ProposalView, RevisionView } from '@haat/contract/orders/order-lines.calls';
import type { InvoiceView, OrderView, PlacedOrderView } from '@haat/contract/orders/orders.calls';
import { toPaise, toRupees } from '@haat/contract/rupees';
import { advanceOrderStatus } from '@haat/core/orders/life/advance-order-status';
import { endOrder } from '@haat/core/orders/life/end-order';
import { answerCancellation, requestCancellation } from '@haat/core/orders/life/cancellation-request';
import { type Invoice, readInvoice, savedPaise } from '@haat/core/orders/invoice';
import { countShopOrders, listShopOrders } from '@haat/core/orders/list-orders';
import { listOrderedShops, listUserOrders } from '@haat/core/orders/list-user-orders';
import type {
  LineRecord,
  OrderItemRecord,
  OrderRecord,
  ProposalRecord,
  Replacement,
  RevisionRecord,
} from '@haat/core/orders/order-record';
import { promiseTime } from '@haat/core/orders/life/promised-time';
import { type PlacedOrder, placeOrder } from '@haat/core/orders/place/place-order';
import { refundOrder } from '@haat/core/orders/adjust/refund-order';
import { showsPickupCode } from '@haat/machines/orders/hand-over';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';

const EXITS = [
  [ends.declineOrder, 'decline'],
  [ends.cancelOrder, 'cancel'],
] as const;

export const ordersRoutes: Route[] = [
  route(api.placeOrder, async ({ ctx, user: { userId }, body, key }) =>
    presentPlaced(await placeOrder({ userId, clientAddress: clientAddress(ctx.ip), body, idempotencyKey: key })),
  ),

  route(api.listOwnOrders, async ({ user, query }) => {
    const orders = await listUserOrders({ userId: user.userId, ...query });
    return orders.map(presentOrder);
  }),

  route(api.listOrderedShops, ({ user }) => listOrderedShops(user.userId)),

  route(api.listShopOrders, async ({ user, params, query }) => {
    const orders = await listShopOrders({ by: user, shopId: params.shopId, ...query });
    return orders.map(presentOrder);
  }),

  route(api.countShopOrders, ({ user, params }) => countShopOrders(user, params.shopId)),

  route(api.getInvoice, async ({ user, params }) =>
    presentInvoice(await readInvoice({ orderId: params.id, by: user })),
  ),

  route(api.advanceOrder, async ({ user, params, body }) => {
    const { order, changed } = await advanceOrderStatus({
      orderId: params.id,
      to: body.status,
      by: user,
      readyInMinutes: body.ready_in_minutes,
      code: body.code,
      ageMs: body.age_ms,
    });
    return { ...presentOrder(order), changed };
  }),

  route(refundOrderCall, async ({ user, params, body: { amount, reason: text }, key }) =>
    presentOrder(await refundOrder({ orderId: params.id, amountPaise: toPaise(amount), text, by: user, key })),
  ),

  ...EXITS.map(([endpoint, exit]) =>
    route(endpoint, async ({ user, params, body }) => {
      const { order, changed } = await endOrder({ orderId: params.id, exit, by: user, ...body });
      return { ...presentOrder(order), changed };
    }),
  ),

  route(ends.returnOrder, async ({ user, params, body: { written_off: lines, ...why } }) => {
    const writtenOff = lines?.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
    const { order, changed } = await endOrder({ orderId: params.id, exit: 'bringBack', by: user, ...why, writtenOff });
    return { ...presentOrder(order), changed };
  }),

  route(ends.requestCancellation, async ({ user, params, body }) => {
    const { order, changed } = await requestCancellation({ orderId: params.id, by: user, ...body });
    return { ...presentOrder(order), changed };
  }),

  route(api.promiseTime, async ({ user, params, body }) =>
    presentOrder(await promiseTime({ orderId: params.id, by: user, readyInMinutes: body.ready_in_minutes })),
  ),

  route(ends.answerCancellation, async ({ user, params, body }) => {
    const { order, changed } = await answerCancellation({ orderId: params.id, by: user, ...body });
    return { ...presentOrder(order), changed };
  }),
];

function presentPlaced({ id, orderNumber, status, totalPaise, opensAt }: PlacedOrder): PlacedOrderView {
  return {
    orderId: id,
    orderNumber,
    order_status: status,
    total: toRupees(totalPaise),
    ...(opensAt && { opens_at: opensAt.toISOString() }),
  };
}

export function presentOrder(order: OrderRecord): OrderView {
  const { address } = order;
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    order_date: order.createdAt.toISOString(),
    order_status: order.status,
    channel: order.channel,
    payment_method: order.paymentMethod,
    payment_status: order.paymentStatus,
    total: toRupees(order.totalPaise),
    refunded: toRupees(order.refundedPaise),
    refundable: presentRefundable(order),
    minordervalue: toRupees(order.minOrderPaise),
    takeaway: order.takeaway,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    address: address && { street: address.street, city: address.city, zip: address.zip },
    note: order.note,
    shop: order.shop,
    items: order.items.map(presentItem),
    steps: [
      { status: 'Pending', at: order.createdAt.toISOString() },
      ...order.steps.map(({ at, ...step }) => ({ ...step, at: new Date(at).toISOString() })),
    ],
    accept_by: order.acceptBy?.toISOString() ?? null,
    promised_at: order.promisedAt?.toISOString() ?? null,
    unanswered_from: order.unansweredFrom?.toISOString() ?? null,
    cancel_until: order.graceEndsAt?.toISOString() ?? null,
    report_until: order.reportUntil?.toISOString() ?? null,
    hold_until: order.holdUntil?.toISOString() ?? null,
    asks_code: order.asksCode,
    pickup_code: showsPickupCode(order) ? order.pickupCode : null,
    problems: order.problems,
    replaces: order.replaces,
    cancellation: order.cancellation && presentCancellation(order.cancellation),
    if_unavailable: order.ifUnavailable,
    revision: order.revision,
    revisions: order.revisions.map(presentRevision),
    cash_extra: toRupees(order.cashExtraPaise),
    proposal: order.proposal && presentProposal(order.proposal),
  };
}

export const presentRefundable = (order: Pick<OrderRecord, 'refundableOnlinePaise' | 'refundableCashPaise'>) => ({
  online: toRupees(order.refundableOnlinePaise),
  cash: toRupees(order.refundableCashPaise),
});

function presentCancellation({ at, answerBy, ...request }: NonNullable<OrderRecord['cancellation']>) {
  return { ...request, at: new Date(at).toISOString(), answer_by: new Date(answerBy).toISOString() };
}

function presentItem(record: OrderItemRecord): OrderItemView {
  const { productId, writtenOff, returned, mrpPaise, discountPaise, unit, image, sizeId, colorId, unitId, ...line } =
    record;
  const form = { unit_type: unit, size_id: sizeId, color_id: colorId, unit_id: unitId };
  const sums = { mrp: mrpPaise === null ? null : toRupees(mrpPaise), discount: toRupees(discountPaise) };
  const back = { written_off: writtenOff, ...(returned !== null && { returned }) };
  return { product_id: productId, ...back, image, ...sums, ...form, ...presentLine({ unit, ...line }) };
}

function presentLine({ pricePaise, amountPaise, packedGrams, id, name, quantity, size, color, unit }: LineRecord) {
  const sums = { price: toRupees(pricePaise), amount: toRupees(amountPaise), packed_grams: packedGrams };
  return { id, name, quantity, size, color, unit, ...sums };
}

const presentRevision = ({ revision, totalPaise, until, items }: RevisionRecord): RevisionView => ({
  revision,
  total: toRupees(totalPaise),
  until: new Date(until).toISOString(),
  items: items.map(presentLine),
});

function presentProposal({ totalPaise, at, answerBy, lines, ...proposal }: ProposalRecord): ProposalView {
  return {
    ...proposal,
    total: toRupees(totalPaise),
    at: new Date(at).toISOString(),
    answer_by: answerBy && new Date(answerBy).toISOString(),
    lines: lines.map(({ itemId, atOldPrice, amountPaise, replacement, ...line }) => ({
      ...line,
      item_id: itemId,
      at_old_price: atOldPrice,
      amount: toRupees(amountPaise),
      replacement: replacement && presentReplacement(replacement),
    })),
  };
}

const presentReplacement = ({ productId, pricePaise, ...variant }: Replacement) => ({
  ...variant,
  product_id: productId,
  price: toRupees(pricePaise),
});

function presentInvoice({ shop, seller, address, items, refunds, ...invoice }: Invoice): InvoiceView {
  return {
    id: invoice.id,
    orderNumber: invoice.orderNumber,
    order_date: invoice.createdAt.toISOString(),
    order_status: invoice.status,
    channel: invoice.channel,
    payment_method: invoice.paymentMethod,
    payment_status: invoice.paymentStatus,
    total: toRupees(invoice.totalPaise),
    refunded: toRupees(invoice.refundedPaise),
    earlier_totals: invoice.earlierTotals.map(toRupees),
    saved: toRupees(savedPaise(items)),
    cash_extra: toRupees(invoice.cashExtraPaise),
    revision: invoice.revision,
    takeaway: invoice.takeaway,
    customer_name: invoice.customerName,
    customer_phone: invoice.customerPhone,
    address: address && { street: address.street, city: address.city, zip: address.zip },
    shop: {
      slug: shop.slug,
      name: seller.name,
      address: seller.address,
      phone: seller.phone,
      gstin: seller.gstin,
      fssai_licence: seller.fssaiLicence,
    },
    items: items.map(({ pricePaise, amountPaise, packedGrams, mrpPaise, discountPaise: _, ...item }) => ({
      ...item,
      packed_grams: packedGrams,
      price: toRupees(pricePaise),
      amount: toRupees(amountPaise),
      mrp: mrpPaise === null ? null : toRupees(mrpPaise),
    })),
    refunds: refunds.map(({ amountPaise, ofChange, at, ...refund }) => ({
      ...refund,
      of_change: ofChange,
      amount: toRupees(amountPaise),
      at: new Date(at).toISOString(),
    })),
  };
}
