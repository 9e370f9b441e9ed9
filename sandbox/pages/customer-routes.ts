import { Router } from '@koa/router';
import type { Context } from 'koa';
import { findSession } from '../stripe/checkout-sessions.ts';
import { actOnSession } from '../stripe/pay-session.ts';
import type { StripeSession } from '../stripe/stripe-records.ts';
import { isOutcome } from '../world/outcome.ts';
import type { World } from '../world/world.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { type Language, pageTexts } from './page-texts.ts';
import { readBody } from './read-body.ts';
import { stripePage } from './stripe-page.ts';

/** The pages that a customer sees in place of Stripe's; whatever was done, going back and reloading do no harm. */
export function customerRoutes(world: World): Router {
  const router = new Router({ prefix: '/dev/pay' });
  router.get('/stripe/:id', (ctx) => {
    const session = sessionOf(world, ctx.params.id);
    if (!session) return unknownPayment(ctx);
    const { then } = ctx.query;
    const language = languageOf(ctx, session.locale);
    ctx.body = stripePage(session, { language, isDeclined: then === 'declined', isJustDone: then === 'done' });
  });
  router.post('/stripe/:id', async (ctx) => {
    const session = sessionOf(world, ctx.params.id);
    if (!session) return unknownPayment(ctx);
    const { outcome } = await readBody(ctx);
    if (session.status === 'open' && isOutcome(outcome)) actOnSession(world, session.id, outcome);
    await world.saved();
    ctx.status = 303;
    const then = outcome === 'decline' ? 'declined' : 'done';
    ctx.redirect(outcome === 'close' ? '/dev/pay/closed' : `/dev/pay/stripe/${session.id}?then=${then}`);
  });
  router.get('/closed', (ctx) => {
    const language = languageOf(ctx);
    const { closedTitle: title, closed } = pageTexts(language);
    ctx.body = layout({
      title,
      language,
      content: html`<div class="card">
        <h1>${title}</h1>
        <p>${closed}</p>
      </div>`,
    });
  });
  return router;
}

function sessionOf(world: World, id = ''): StripeSession | undefined {
  return world.state.stripe.sessions[id] && findSession(world, id);
}

function unknownPayment(ctx: Context): void {
  const language = languageOf(ctx);
  const { unknownTitle: title, unknown } = pageTexts(language);
  ctx.status = 404;
  ctx.body = layout({
    title,
    language,
    content: html`<div class="card">
      <h1>${title}</h1>
      <p>${unknown}</p>
    </div>`,
  });
}

function languageOf(ctx: Context, wanted: string | null = null): Language {
  if (wanted && wanted !== 'auto') return wanted.startsWith('hi') ? 'hi' : 'en';
  return ctx.acceptsLanguages('en', 'hi') === 'hi' ? 'hi' : 'en';
}
