import { Router } from '@koa/router';
import { PAYMENT_PROVIDERS } from '@haat/contract/rules/payment';
import { receiveWebhook } from '@haat/core/services/payments/receive-webhook';
import { rawBody } from '../http/raw-body.ts';
import type { ApiState } from '../http/session.ts';

/** What the providers of payments call. They sign their bytes, so this stands before whatever reads bodies. */
export const webhooksRoutes = new Router<ApiState>({ prefix: '/api/webhooks' });

for (const provider of PAYMENT_PROVIDERS) {
  webhooksRoutes.post(`/${provider}`, async (ctx) => {
    const raw = await rawBody(ctx);
    await receiveWebhook({ provider, raw, header: (name) => ctx.get(name) });
    ctx.body = { received: true };
  });
}
