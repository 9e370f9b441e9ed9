import { randomBytes } from 'node:crypto';
import { listen } from './http/listen.ts';
import { actOnOrder, type PaidReply, type Payer } from './razorpay/pay-order.ts';
import { createPagesApp } from './pages/pages-app.ts';
import { createRazorpayApp } from './razorpay/razorpay-app.ts';
import { actOnSession } from './stripe/pay-session.ts';
import { createStripeApp } from './stripe/stripe-app.ts';
import { sandboxEnv } from './sandbox-env.ts';
import { type Books, booksOf } from './world/books.ts';
import type { Conditions } from './world/conditions.ts';
import type { FaultInput } from './world/fault.ts';
import type { Outcome } from './world/outcome.ts';
import { letTimePass } from './world/pass-time.ts';
import { type Keys, type SeenRequest, World, type WorldOptions } from './world/world.ts';

export type SandboxOptions = Partial<Omit<WorldOptions, 'targets' | 'keys'>> & {
  keys?: Partial<Keys>;
  /** The address of the product, as we reach it; webhooks go to /api/webhooks/… there. May be told later. */
  productUrl?: string;
  /** The address of the product as browsers reach it, which serves our pages under /dev/pay. */
  publicUrl?: string;
  ports?: { stripe?: number; razorpay?: number; pages?: number };
};

export type Sandbox = {
  stripe: { url: string; secretKey: string; webhookSecret: string };
  razorpay: { url: string; keyId: string; keySecret: string; webhookSecret: string };
  pages: { url: string };
  /** The settings that lead api and worker here. */
  env: Record<string, string>;
  /** What a customer does with a Checkout Session (cs_…) or an order of Razorpay's (order_…). */
  pay(id: string, outcome?: Outcome, payer?: Payer): Promise<Paid>;
  /** What goes wrong with the next calls. */
  fault(fault: FaultInput): void;
  /** Changes how well the providers work. */
  setConditions(conditions: Partial<Conditions>): void;
  sendWebhooksTo(productUrl: string): void;
  /** Sends an event once more; answers the status of the product. */
  sendAgain(eventId: string): Promise<string | undefined>;
  /** Resolves when no webhook is being sent just now. */
  webhooksIdle(): Promise<void>;
  books(): Record<'stripe' | 'razorpay', Books>;
  /** The calls so far, the oldest first. */
  requests: readonly SeenRequest[];
  world: World;
  stop(): Promise<void>;
};

/** `reply` is what Razorpay's checkout hands to the page; `returnTo` is where Stripe's page leads the customer. */
export type Paid = { paymentId?: string; reply?: PaidReply; returnTo?: string };

/** Both providers on this machine, in this process. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { productUrl, publicUrl, ports = {}, keys, ...rest } = options;
  const world = new World({ ...rest, keys: { ...newKeys(), ...keys }, targets: targetsAt(productUrl) });
  const stripe = await listen(createStripeApp(world), ports.stripe);
  const razorpay = await listen(createRazorpayApp(world), ports.razorpay);
  const pages = await listen(createPagesApp(world), ports.pages);
  world.pagesUrl = publicUrl ?? pages.url;
  const endTime = letTimePass(world);
  return {
    ...addressesOf(world, { stripe: stripe.url, razorpay: razorpay.url, pages: pages.url }),
    ...actionsOn(world),
    stop: async () => {
      endTime();
      await Promise.all([stripe.stop(), razorpay.stop(), pages.stop()]);
      await world.webhooks.idle();
      await world.saved();
    },
  };
}

function newKeys(): Keys {
  const secret = (prefix: string): string => `${prefix}${randomBytes(16).toString('hex')}`;
  return {
    stripeSecretKey: secret('sk_test_'),
    stripeWebhookSecret: secret('whsec_'),
    razorpayKeyId: secret('rzp_test_'),
    razorpayKeySecret: secret(''),
    razorpayWebhookSecret: secret(''),
  };
}

const targetsAt = (productUrl?: string) =>
  productUrl ? { stripe: `${productUrl}/api/webhooks/stripe`, razorpay: `${productUrl}/api/webhooks/razorpay` } : {};

type Addresses = { stripe: string; razorpay: string; pages: string };

function addressesOf({ keys }: World, urls: Addresses): Pick<Sandbox, 'stripe' | 'razorpay' | 'pages' | 'env'> {
  const { stripeSecretKey, stripeWebhookSecret, razorpayKeyId, razorpayKeySecret, razorpayWebhookSecret } = keys;
  return {
    stripe: { url: urls.stripe, secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret },
    razorpay: {
      url: urls.razorpay,
      keyId: razorpayKeyId,
      keySecret: razorpayKeySecret,
      webhookSecret: razorpayWebhookSecret,
    },
    pages: { url: urls.pages },
    env: sandboxEnv(keys, urls),
  };
}

function actionsOn(world: World) {
  return {
    world,
    requests: world.requests,
    pay: async (id: string, outcome: Outcome = 'pay', payer: Payer = {}): Promise<Paid> => {
      const paid = id.startsWith('cs_')
        ? payStripe(world, id, { outcome, payer })
        : payRazorpay(world, id, { outcome, payer });
      await world.saved();
      return paid;
    },
    fault: (fault: FaultInput) => world.faults.add(fault),
    setConditions: (conditions: Partial<Conditions>) => {
      world.conditions = { ...world.conditions, ...conditions };
    },
    sendWebhooksTo: (productUrl: string) => world.webhooks.sendTo(targetsAt(productUrl)),
    sendAgain: (eventId: string) => world.webhooks.sendAgain(eventId),
    webhooksIdle: () => world.webhooks.idle(),
    books: () => booksOf(world),
  };
}

type Act = { outcome: Outcome; payer: Payer };

function payStripe(world: World, id: string, { outcome, payer }: Act): Paid {
  const known = world.state.stripe.sessions[id];
  if (known && payer.amount) known.amount = payer.amount;
  if (known && payer.currency) known.currency = payer.currency;
  const session = actOnSession(world, id, outcome);
  const returnTo = outcome === 'cancel' ? session.cancelUrl : session.status === 'complete' ? session.successUrl : null;
  return {
    ...(session.intentId && { paymentId: session.intentId }),
    ...(returnTo && { returnTo: returnTo.replaceAll('{CHECKOUT_SESSION_ID}', id) }),
  };
}

function payRazorpay(world: World, id: string, act: Act): Paid {
  const { payment, reply } = actOnOrder(world, id, act);
  return { ...(payment && { paymentId: payment.id }), ...(reply && { reply }) };
}
