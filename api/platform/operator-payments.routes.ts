import * as api from '@haat/contract/platform/operator.calls';
import { listedPayments } from '@haat/core/platform/list-payments';
import { checkPayment, readPaymentTimeline } from '@haat/core/platform/operator-payments';
import { dismissUnknownPayment, listUnknownPayments } from '@haat/core/platform/unknown-payments';
import { readPaymentHealth } from '@haat/core/payments/payment-health';
import { refundPayment } from '@haat/core/payments/refunds';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

export const operatorPaymentsRoutes: Route[] = [
  route(api.listPayments, async ({ query }) => wire(api.operatorPaymentView, await listedPayments.list(query))),

  route(api.summarizePayments, async ({ query }) =>
    wire(api.operatorPaymentsSummary, await listedPayments.summarize(query)),
  ),

  route(api.exportPayments, ({ query }) => listedPayments.exportFile(query)),

  route(api.getPaymentHealth, async () => wire(api.paymentHealthView, await readPaymentHealth())),

  route(api.listUnknownPayments, async () => wire(api.unknownPaymentView, await listUnknownPayments())),

  route(api.dismissUnknownPayment, async ({ user, body: { provider, provider_order_id: providerOrderId } }) => {
    await dismissUnknownPayment({ provider, providerOrderId, by: user.userId });
  }),

  route(api.getPayment, async ({ params }) => wire(api.paymentTimelineView, await readPaymentTimeline(params.id))),

  route(api.checkPayment, async ({ params }) => wire(api.paymentTimelineView, await checkPayment(params.id))),

  route(api.refundPayment, async ({ user, params: { id } }) => {
    await refundPayment({ paymentId: id, actorId: user.userId });
    return wire(api.paymentTimelineView, await readPaymentTimeline(id));
  }),
];
