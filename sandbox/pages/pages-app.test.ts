import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import { A_CART, A_CART_PAISE, razorpayClient, stripeClient } from '../test/clients.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.stop());

type Call = { json?: unknown; form?: Record<string, string>; language?: string };

async function ask(path: string, { json, form, language = 'en' }: Call = {}) {
  const data = json ? JSON.stringify(json) : form && new URLSearchParams(form);
  const response = await fetch(sandbox.pages.url + path, {
    headers: {
      accept: json ? 'application/json' : 'text/html',
      'accept-language': language,
      ...(json ? { 'content-type': 'application/json' } : {}),
    },
    redirect: 'manual',
    ...(data && { method: 'POST', body: data }),
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

const openSession = async (params = {}) => {
  const { id } = await stripeClient(sandbox).checkout.sessions.create({ ...A_CART, ...params });
  return `/dev/pay/stripe/${id}`;
};

const openOrder = async () => {
  const { id } = await razorpayClient(sandbox).orders.create({ amount: 29_100, currency: 'INR' });
  return `/dev/pay/razorpay/orders/${id}?key=${sandbox.razorpay.keyId}`;
};

it('shows what is to be paid, with nothing of the shop as markup', async () => {
  const line = {
    quantity: 1,
    price_data: { currency: 'inr', unit_amount: 5_050, product_data: { name: '<img src=x>' } },
  };
  const { text } = await ask(await openSession({ line_items: [line] }));
  expect(text).toContain('<h1>Pay ₹50.50</h1>');
  expect(text).toContain('1 × &lt;img src=x&gt;');
  expect(text).toContain(`href="${A_CART.cancel_url}"`);
  expect(text).not.toContain('<img');
  expect(text).not.toContain('<script');
});

it('speaks the language of the session, or else that of the browser', async () => {
  expect((await ask(await openSession(), { language: 'hi-IN' })).text).toContain('<html lang="hi">');
  expect((await ask(await openSession({ locale: 'en' }), { language: 'hi-IN' })).text).toContain('<html lang="en">');
});

it('pays once, whatever is pressed or loaded again, and leads back', async () => {
  const page = await openSession();
  const { status, location } = await ask(page, { form: { outcome: 'pay' } });
  expect([status, location]).toEqual([303, `${page}?then=done`]);
  expect((await ask(page, { form: { outcome: 'pay' } })).status).toBe(303);
  expect(sandbox.books().stripe.captured).toBe(A_CART_PAISE);
  expect((await ask(`${page}?then=done`)).text).toContain(`content="0;url=${A_CART.success_url}"`);
  const later = await ask(page);
  expect(later.text).toContain('₹291 is paid.');
  expect(later.text).not.toContain('http-equiv');
  expect(later.text).not.toContain('<form');
});

it('says that the card was declined, that the tab counts as closed, that it is too late', async () => {
  const page = await openSession();
  const declined = await ask(page, { form: { outcome: 'decline' } });
  expect((await ask(declined.location ?? '')).text).toContain('Your card was declined');
  const closed = await ask(page, { form: { outcome: 'close' } });
  expect((await ask(closed.location ?? '')).text).toContain('This tab counts as closed');
  expect(sandbox.books().stripe.captured).toBe(A_CART_PAISE);
  const ended = await openSession();
  await stripeClient(sandbox).checkout.sessions.expire(ended.split('/').at(-1) ?? '');
  expect((await ask(ended)).text).toContain('Too late');
  expect((await ask('/dev/pay/stripe/cs_test_none')).status).toBe(404);
});

it('answers the checkout in the browser, for its own key alone', async () => {
  const order = await openOrder();
  expect((await ask(order.replace('key=', 'key=other'))).status).toBe(401);
  expect(JSON.parse((await ask(order)).text)).toMatchObject({ amount: 29_100, currency: 'INR' });
  const declined = JSON.parse((await ask(order, { json: { outcome: 'decline' } })).text);
  expect(declined).toMatchObject({ error: { reason: 'payment_declined', metadata: { order_id: expect.any(String) } } });
  expect((await ask(order, { json: { outcome: 'steal' } })).status).toBe(400);
  const paid = JSON.parse((await ask(order, { json: { outcome: 'pay', method: 'upi' } })).text);
  expect(Object.keys(paid.reply)).toEqual(['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature']);
  expect((await ask(order, { json: { outcome: 'pay' } })).text).toContain('Payment already done');
});

it('tells who closes the tab nothing', async () => {
  expect((await ask(await openOrder(), { json: { outcome: 'close' } })).text).toBe('{}');
  expect(sandbox.books().razorpay.captured).toBe(29_100);
});

it('lists payments and events, changes the conditions and sends events again', async () => {
  expect((await ask('/dev/pay')).text).toContain('None yet.');
  const page = await openSession();
  await ask(page, { form: { outcome: 'pay' } });
  const { text } = await ask('/dev/pay');
  for (const shown of ['<strong>₹291</strong> paid', 'checkout.session.completed', 'Send again'])
    expect(text).toContain(shown);
  await ask('/dev/pay/conditions', { form: { stripeDown: 'true', lateMs: '5', refunds: 'failed' } });
  expect(sandbox.world.conditions).toMatchObject({ stripeDown: true, lateMs: 5, refunds: 'failed', webhookLoss: 0 });
  await ask('/dev/pay/conditions', { form: { stripeDown: 'false' } });
  expect(sandbox.world.conditions.stripeDown).toBe(false);
  const [event] = sandbox.world.state.events;
  expect((await ask(`/dev/pay/events/${event?.id}/send`, { form: {} })).status).toBe(303);
  expect((await ask('/dev/pay/events/none/send', { form: {} })).status).toBe(404);
});

it('is controlled by tests of other processes too', async () => {
  const order = (await openOrder()).split('/').at(-1)?.split('?')[0];
  await ask('/dev/pay/faults', { json: { provider: 'razorpay', status: 503 } });
  await expect(razorpayClient(sandbox).orders.all()).rejects.toMatchObject({ statusCode: 503 });
  await ask('/dev/pay/acts', { json: { id: order } });
  const state = JSON.parse((await ask('/dev/pay/state')).text);
  expect(state).toMatchObject({ books: { razorpay: { captured: 29_100 } }, payments: [{ id: order, status: 'paid' }] });
  expect((await ask('/dev/pay/acts', { json: { id: order, outcome: 'steal' } })).status).toBe(400);
});

it('serves the checkout as scripts without types, and nothing else of its folder', async () => {
  const { text } = await ask('/dev/pay/checkout.js');
  expect(text).toContain('class Razorpay');
  expect(text).not.toMatch(/: (string|void|CheckoutOptions)\b/);
  expect((await ask('/dev/pay/browser/checkout-dialog.ts')).status).toBe(200);
  expect((await ask('/dev/pay/browser/tsconfig.json')).status).toBe(404);
  expect((await ask('/dev/pay/browser/..%2Fmain.ts')).status).toBe(404);
});
