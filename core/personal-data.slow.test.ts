import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../tools/lib/ports.ts';
import { type LocalFcm, startFcm } from '../tests/fixtures/push/start-fcm.ts';
import { type Sandbox, startSandbox } from '../tests/fixtures/payments/start-sandbox.ts';
import { closeDatabase, connectDatabase, database } from './db/database.ts';
import { env } from './ops/env.ts';
import { findSession, signAccessToken } from './accounts/session.ts';
import { openSession } from './accounts/session-lifecycle.ts';
import { createMember, createProduct, createShop, createUser } from './test/factories.ts';
import { orderBody } from './test/order-body.ts';
import { killLeftoverPrograms, startApiProgram, startWorkerProgram } from './test/program.ts';

// Personal data and credentials are stored in the tables that need them and shown to authorized users. They must not appear in
// logs, jobs, metrics or push messages. Here, every such field has a unique value to search for.

const WITHIN = { timeout: 30_000, interval: 50 };

const PERSON = {
  name: 'Canary Quillfeather',
  email: 'canarymailbox@haat.example',
  mobile: '9123498765',
};
const ADDRESS = {
  name: 'Canary Doorplate',
  street: '41 Canarystreet',
  city: 'Canarycity',
  zip: '560070',
  phone: '9876501234',
  label: 'Canarylabel',
};
const NOTE = 'Leave it with canarywatchman';
const SHOP_NOTE = 'Has a canarydog';
const PICK_UP = { customer_name: 'Canary Fetcher', customer_phone: '9765432180' };
const LOCATION = { latitude: 12.9212345, longitude: 77.5912345 };
const POSITION = { lat: '12.9876543', lng: '77.1234567' };
const SEARCHES = { market: 'canarymarket', product: 'canaryproduct', operator: PERSON.email, order: ADDRESS.phone };
const DEVICES = { customer: 'fine-canarydevice', vendor: 'fine-canarytablet' };
/** They log in with a number; the gateway refuses the messages to the second. */
const LOGIN_MOBILE = '9345612780';
const REFUSED_MOBILE = '9345612781';
const UNREACHABLE = 'nobody-canary@haat.example';

let mailServer: SMTPServer;
let messageGateway: Server;
const messages: { to: string; text: string }[] = [];
let sandbox: Sandbox;
let fcm: LocalFcm;
const mails: { to: string; message: string }[] = [];
const output: string[] = [];
let api: { url: string; metricsUrl: string };
let jobs: { texts: string[]; stop(): void };

beforeAll(async () => {
  connectDatabase();
  mailServer = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address === UNREACHABLE ? new Error(`No mailbox ${address}`) : null);
    },
    async onData(stream, { envelope }, done) {
      mails.push({ to: envelope.rcptTo[0]?.address ?? '', message: await text(stream) });
      done();
    },
  });
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  messageGateway = createServer(async (request, response) => {
    const message = JSON.parse(await text(request)) as (typeof messages)[0];
    messages.push(message);
    response.writeHead(message.to.endsWith(REFUSED_MOBILE) ? 400 : 200).end(`Got ${message.to}`);
  });
  messageGateway.listen(0, '127.0.0.1');
  await once(messageGateway, 'listening');
  sandbox = await startSandbox();
  fcm = await startFcm();
  jobs = env.REDIS_URL ? await captureRedis(env.REDIS_URL) : await captureTables();
});
afterAll(async () => {
  killLeftoverPrograms();
  messageGateway.close();
  jobs.stop();
  await Promise.all([sandbox.stop(), fcm.stop(), new Promise<void>((closed) => mailServer.close(() => closed()))]);
  await closeDatabase();
});

/** Everything that is sent to Redis: jobs, their errors, and the signals of the bus. */
async function captureRedis(url: string): Promise<typeof jobs> {
  const redis = new Redis(url);
  const monitor = await redis.monitor();
  const texts: string[] = [];
  monitor.on('monitor', (_time: string, args: string[]) => void texts.push(args.join(' ')));
  return {
    texts,
    stop: () => {
      monitor.disconnect();
      redis.disconnect();
    },
  };
}

/** Every version of every row of the queues: a job is deleted when it is done. */
async function captureTables(): Promise<typeof jobs> {
  const { pool } = database();
  await pool.query('CREATE TABLE captured_jobs (row text)');
  await pool.query(
    `CREATE FUNCTION capture_job() RETURNS trigger LANGUAGE plpgsql AS
     $$BEGIN INSERT INTO public.captured_jobs VALUES (to_jsonb(NEW)::text); RETURN NEW; END$$`,
  );
  const { rows } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'bullmq'",
  );
  for (const { name } of rows) {
    await pool.query(
      `CREATE TRIGGER captured AFTER INSERT OR UPDATE ON bullmq.${name} FOR EACH ROW EXECUTE FUNCTION public.capture_job()`,
    );
  }
  return { texts: [], stop: () => {} };
}

async function capturedJobs(): Promise<string> {
  if (env.REDIS_URL) return jobs.texts.join('\n');
  const { rows } = await database().pool.query<{ row: string }>('SELECT row FROM captured_jobs');
  return rows.map(({ row }) => row).join('\n');
}

async function startPrograms() {
  const [port, metricsPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  const { port: mailPort } = mailServer.server.address() as AddressInfo;
  const settings = {
    ...sandbox.env,
    FCM_API_URL: fcm.url,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MESSAGE_WEBHOOK_URL: `http://127.0.0.1:${(messageGateway.address() as AddressInfo).port}/messages`,
    MESSAGE_WEBHOOK_SECRET: 'a secret of the message gateway',
    OTP_RESEND_SECONDS: '0',
  };
  const onLine = (line: string) => void output.push(line);
  const [program, worker] = await Promise.all([
    startApiProgram({ env: { ...settings, PORT: String(port), METRICS_PORT: String(metricsPort) }, onLine }),
    startWorkerProgram({ env: { ...settings, METRICS_PORT: String(workerPort) }, onLine }),
  ]);
  sandbox.sendWebhooksTo(`http://127.0.0.1:${port}`);
  api = { url: `http://127.0.0.1:${port}`, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
  return { metricsUrls: [api.metricsUrl, `http://127.0.0.1:${workerPort}/metrics`], programs: [program, worker] };
}

type Sent = { token?: string; body?: object | FormData; expected?: number };

async function call<Answer>(method: string, path: string, { token, body, expected = 200 }: Sent = {}): Promise<Answer> {
  const response = await fetch(api.url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const answer = await response.text();
  expect([method, path, response.status, answer]).toEqual([method, path, expected, answer]);
  return (answer === '' ? undefined : JSON.parse(answer)) as Answer;
}

/** The market of this test, with a vendor and an operator who are logged in. */
async function openMarket() {
  const shop = await createShop();
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000 }] });
  const tokenOf = async (user: { id: number }) => {
    const { sessionId } = await openSession(database().pool, { userId: user.id, shopId: shop.id });
    const session = await findSession(sessionId);
    return session ? signAccessToken(session) : '';
  };
  const vendor = await tokenOf(await createMember({ shop, role: 'admin' }));
  const operator = await tokenOf(await createUser({ isPlatformAdmin: true }));
  return { shop, variant: variants[0]!, vendor, operator };
}

type Market = Awaited<ReturnType<typeof openMarket>>;
type Tokens = { token: string; refreshToken: string };

/** Logs in with the code of the mail, after a wrong one. */
async function signInByMail({ shop: { slug } }: Market): Promise<Tokens & { code: string }> {
  const who = { email: PERSON.email, shop_slug: slug };
  await call('POST', '/api/auth/send-token', { body: who });
  const code = await vi.waitFor(() => {
    const mail = mails.find(({ to }) => to === PERSON.email);
    return /^(\d{6})\r?$/m.exec(mail?.message ?? '')?.[1] ?? Promise.reject(new Error('No mail yet'));
  }, WITHIN);
  await call('POST', '/api/auth/login-with-token', { body: { ...who, token: `x${code}` }, expected: 401 });
  return { code, ...(await call<Tokens>('POST', '/api/auth/login-with-token', { body: { ...who, token: code } })) };
}

/** Logs in with a mobile number, requests a code for another one, and deletes the account. Returns the codes. */
async function signInByMessage({ shop: { slug } }: Market): Promise<string[]> {
  const codeTo = (mobile: string, count = 1) =>
    vi.waitFor(() => {
      const received = messages.filter(({ to }) => to === `+91${mobile}`);
      return received.length >= count
        ? (received.at(-1)?.text.slice(0, 6) ?? '')
        : Promise.reject(new Error('None yet'));
    }, WITHIN);
  const who = { mobile: LOGIN_MOBILE, shop_slug: slug };
  await call('POST', '/api/auth/send-token', { body: who });
  await call('POST', '/api/auth/send-token', { body: { ...who, mobile: REFUSED_MOBILE } });
  const code = await codeTo(LOGIN_MOBILE);
  await call('POST', '/api/auth/login-with-token', { body: { ...who, token: `x${code}` }, expected: 401 });
  const { token } = await call<Tokens>('POST', '/api/auth/login-with-token', { body: { ...who, token: code } });
  await call('GET', '/api/users/me/export', { token });
  await call('POST', '/api/users/send-deletion-code', { token });
  const deletionCode = await codeTo(LOGIN_MOBILE, 2);
  await call('POST', '/api/users/delete-account', { token, body: { code: deletionCode }, expected: 204 });
  await vi.waitFor(() => expect(messages.filter(({ to }) => to === `+91${LOGIN_MOBILE}`)).toHaveLength(3), WITHIN);
  return [code, deletionCode, await codeTo(REFUSED_MOBILE)];
}

async function enterProfile(token: string): Promise<{ id: number }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(PERSON)) form.append(name, value);
  await call('POST', '/api/users/update-profile', { token, body: form });
  await call('POST', '/api/users/fcm-token', { token, body: { fcm_token: DEVICES.customer } });
  await call('POST', '/api/address', { token, body: { ...ADDRESS, phone: `${ADDRESS.phone}x` }, expected: 400 });
  await call('GET', `/api/pin-codes/${ADDRESS.zip}`);
  return call('POST', '/api/address', { token, body: { ...ADDRESS, ...LOCATION } });
}

/** Orders for cash and online, and a payment without an order; all are delivered or refunded. */
async function orderAndPay(market: Market, token: string, address: { id: number }): Promise<void> {
  const { variant, vendor, operator } = market;
  const delivery = { takeaway: false, address: { ...ADDRESS, id: address.id }, note: NOTE };
  const body = orderBody([{ variant }], delivery);
  await call('POST', '/api/orders', { token, body: { ...body, total: 1 }, expected: 409 });
  await call('POST', '/api/orders', { token, body: { ...body, note: NOTE.repeat(20) }, expected: 422 });
  const takeaway = orderBody([{ variant, quantity: 3 }], PICK_UP);
  await call('POST', '/api/orders', { token, body: { ...takeaway, note: `${NOTE}\u0000` }, expected: 400 });
  await call('POST', '/api/orders', {
    token,
    body: { ...takeaway, customer_phone: `${PICK_UP.customer_phone}0` },
    expected: 400,
  });
  await call('POST', '/api/orders', { token, body: { ...takeaway, note: NOTE }, expected: 201 });
  const cash = await call<{ orderId: number }>('POST', '/api/orders', { token, body, expected: 201 });
  const atShop = `/api/shops/${market.shop.id}/customers/${cash.orderId}`;
  await call('PATCH', atShop, { token: vendor, body: { note: SHOP_NOTE, blocked: true } });
  await call('PATCH', atShop, { token: vendor, body: { blocked: false } });
  for (const status of ['Accepted', 'In Transit', 'Delivered'])
    await call('PATCH', `/api/orders/${cash.orderId}/status`, { token: vendor, body: { status } });
  const order = orderBody([{ variant, quantity: 2 }], { ...delivery, paymentMethod: 'online' });
  const started = await call<{ id: string }>('POST', '/api/razorpay/create-order', { token, body: { order } });
  const { reply } = await sandbox.pay(started.id);
  await call('POST', '/api/razorpay/verify-payment', { token, body: reply ?? {} });
  const bare = await call<{ id: string }>('POST', '/api/razorpay/create-order', { token, body: { amount: 99 } });
  await sandbox.pay(bare.id);
  await sandbox.webhooksIdle();
  const payments = await call<{ id: number; provider_order_id: string }[]>(
    'GET',
    `/api/operator/payments?search=${SEARCHES.operator}`,
    { token: operator },
  );
  const unused = payments.find(({ provider_order_id: id }) => id === bare.id);
  await call('POST', `/api/operator/payments/${unused?.id}/refund`, { token: operator });
}

async function lookAround({ shop, vendor }: Market, token: string): Promise<{ ticket: string }> {
  await call('GET', `/api/shops?lat=${POSITION.lat}&lng=${POSITION.lng}`);
  await call('GET', `/api/search?q=${SEARCHES.market}&lat=${POSITION.lat}&lng=${POSITION.lng}`);
  await call('GET', `/api/shops/${shop.id}/products?search=${SEARCHES.product}`, { token: vendor });
  await call('GET', `/api/orders/shop/${shop.id}?search=${SEARCHES.order}`, { token: vendor });
  await call('GET', `/api/shops/${shop.id}/customers?search=${SEARCHES.order}`, { token: vendor });
  await call('GET', '/api/orders/user', { token });
  await call('POST', `/api/shops/${shop.id}/members`, {
    token: vendor,
    body: { email: UNREACHABLE, role: 'vendor' },
    expected: 201,
  });
  const opened = await call<{ ticket: string }>('POST', '/api/notifications/stream-ticket', { token: vendor });
  const reading = new AbortController();
  await fetch(`${api.url}/api/notifications/stream?token=${opened.ticket}`, { signal: reading.signal });
  reading.abort();
  return opened;
}

it('stays out of logs, jobs, metrics and push messages from login to refund', async () => {
  const { metricsUrls, programs } = await startPrograms();
  const market = await openMarket();
  const { code, ...signedIn } = await signInByMail(market);
  await call('POST', '/api/users/fcm-token', { token: market.vendor, body: { fcm_token: DEVICES.vendor } });
  const address = await enterProfile(signedIn.token);
  const refreshed = await call<Tokens>('POST', '/api/auth/refresh-token', {
    body: { refreshToken: signedIn.refreshToken },
  });
  const messageCodes = await signInByMessage(market);
  const { ticket } = await lookAround(market, refreshed.token);
  await orderAndPay(market, refreshed.token, address);
  // The vendor's device is notified of all orders, the customer's at least of the last status. The customer's mails: the code,
  // three receipts, the delivery and the refund.
  await vi.waitFor(() => expect(fcm.log.sentTo(DEVICES.vendor)).toHaveLength(3), WITHIN);
  await vi.waitFor(() => expect(fcm.log.sentTo(DEVICES.customer)).not.toEqual([]), WITHIN);
  await vi.waitFor(() => expect(mails.filter(({ to }) => to === PERSON.email).length).toBe(6), WITHIN);
  await vi.waitFor(() => expect(output.join('\n')).toContain('Job failed'), WITHIN);
  await call('POST', '/api/auth/logout', { token: refreshed.token, expected: 204 });
  const metrics = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()));
  for (const program of programs) await program.terminate();

  const location = Object.values(LOCATION).map(String);
  const mobiles = [LOGIN_MOBILE, REFUSED_MOBILE].flatMap((mobile) => [mobile, `91${mobile}`]);
  const numbers = [
    PERSON.mobile,
    PICK_UP.customer_phone,
    ADDRESS.phone,
    ADDRESS.zip,
    POSITION.lat,
    POSITION.lng,
    ...location,
  ];
  const digits = [code, ...messageCodes, ...mobiles, ...numbers];
  const tokens = [signedIn, refreshed].flatMap(({ token, refreshToken }) => [token, refreshToken]);
  const typed = [PERSON.name, 'canarymailbox', 'nobody-canary', SEARCHES.market, SEARCHES.product];
  const { name, street, city, label } = ADDRESS;
  const words = [
    ...tokens,
    ticket,
    ...typed,
    NOTE,
    SHOP_NOTE,
    PICK_UP.customer_name,
    name,
    street,
    city,
    label,
    ...Object.values(DEVICES),
  ];
  const foundIn = (written: string) => [
    ...words.filter((word) => written.includes(word)),
    // A time in ms may contain six digits that are no code.
    ...digits.filter((number) => new RegExp(`(?<![\\d.])${number.replace('.', '\\.')}(?!\\d)`).test(written)),
  ];
  // The token of the device is its address at the push service; everything else passes through third parties.
  const pushes = fcm.log.accepted.map(({ token: _token, fid: _fid, ...payload }) => JSON.stringify(payload));
  const places = {
    log: withoutNumbersOfProcesses(output.join('\n')),
    jobs: await capturedJobs(),
    // The value of a metric may happen to be a code.
    metrics: metrics.join('\n').replaceAll(/ [-+.\de]+$/gim, ''),
    pushes: pushes.join('\n'),
  };
  // Each was really captured.
  expect(places.log).toContain('"url":"/api/orders"');
  expect(places.log).toContain('Job completed');
  expect(places.jobs).toContain('send-otp-email');
  expect(places.jobs).toContain('send-otp-message');
  expect(places.metrics).toContain('haat_http_request_seconds');
  expect(places.pushes).toContain('order.placed');
  const found = Object.entries(places).map(([place, written]) => [place, foundIn(written)]);
  expect(Object.fromEntries(found)).toEqual({ log: [], jobs: [], metrics: [], pushes: [] });
}, 120_000);

/** A process id may happen to be a code. */
const withoutNumbersOfProcesses = (log: string): string => log.replaceAll(/"pid":\d+/g, '"pid":0');
