import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import {
  ACTING_AS,
  type Change,
  callOrQueue,
  dropAction,
  openQueue,
  queueState,
  repeatAction,
} from './offline-queue.ts';
import { takeSales, unsentOf } from './queue-storage.ts';
import { isOfOther, sendAs, setActor } from './changes-of-members.ts';

const price = (to: number, seen: number): Change<'setPrice'> => ({
  call: 'setPrice',
  input: { params: { id: 5 }, body: { price: to, seen } },
  label: `Ghee: price ${to}`,
  subject: 'variant:5:price',
});
const PRICE = 'PATCH /api/variants/5/price';
const OWNER = { userId: 7, shopId: 3 };
const product = {};
let close: () => void = () => {};

const settled = (status: string) => vi.waitFor(() => expect(queueState().status).toBe(status));

beforeEach(() => localStorage.clear());
afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('keeps what could not be sent, also when the page is closed, and sends it once after the next opening', async () => {
  stubServer({ [PRICE]: () => Promise.reject(new TypeError('Failed to fetch')) });
  close = openQueue(OWNER);
  expect(await callOrQueue(price(12, 10))).toMatchObject({ isQueued: true });
  expect(await callOrQueue(price(13, 12))).toMatchObject({ isQueued: true });
  await settled('waiting');
  close();
  const calls = stubServer({ [PRICE]: () => errorResponse(409, 'edit_conflict', 'Changed.', { current: product }) });
  close = openQueue(OWNER);
  await settled('needsChoice');
  expect(calls.map(({ body }) => body)).toEqual([{ price: 12, seen: 10 }]);
  const [first] = queueState().actions;
  dropAction(first?.id ?? '');
  await settled('needsChoice');
  expect(calls.map(({ body }) => body)).toEqual([
    { price: 12, seen: 10 },
    { price: 13, seen: 12 },
  ]);
});

it('makes a change at once where there is a connection, and lets its caller handle a refusal', async () => {
  stubServer({ [PRICE]: () => errorResponse(409, 'edit_conflict', 'Changed.') });
  close = openQueue(OWNER);
  await expect(callOrQueue(price(12, 10))).rejects.toThrow('Changed.');
  expect(queueState()).toEqual({ actions: [], status: 'idle' });
  expect(localStorage).toHaveLength(0);
});

const refuse = (status: number, code: string) => () => errorResponse(status, code, 'No.');
/** What may pass, and how the same change is answered when it does. */
const PASSING: [string, () => unknown][] = [
  ['a broken connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['unavailable', refuse(503, 'unavailable')],
  ['a proxy without a server', () => new Response('Bad gateway', { status: 502 })],
  ['rate_limited', refuse(429, 'rate_limited')],
  ['unauthenticated', refuse(401, 'unauthenticated')],
  ['internal', refuse(500, 'internal')],
  ['pin_required', refuse(409, 'pin_required')],
];

it.each(PASSING)('keeps a change that is answered by %s', async (_, answer) => {
  const calls = stubServer({ [PRICE]: answer });
  close = openQueue(OWNER);
  expect(await callOrQueue(price(12, 10))).toMatchObject({ isQueued: true });
  await vi.waitFor(() => expect(['waiting', 'needsChoice']).toContain(queueState().status));
  close();
  const later = stubServer({ [PRICE]: () => errorResponse(409, 'edit_conflict', 'Changed.') });
  close = openQueue(OWNER);
  if (queueState().status === 'needsChoice') repeatAction(queueState().actions[0]?.id ?? '');
  await vi.waitFor(() => expect(later).toHaveLength(1));
  expect(later[0]?.headers.get('idempotency-key')).toBe(calls[0]?.headers.get('idempotency-key'));
});

it('lets a change wait that has no answer after five seconds, and shows that it does', async () => {
  vi.useFakeTimers();
  const calls = stubHangingServer();
  close = openQueue(OWNER);
  const outcome = callOrQueue(price(12, 10));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await outcome).toMatchObject({ isQueued: true });
  expect(queueState()).toMatchObject({ status: 'waiting', actions: [{ subject: 'variant:5:price' }] });
  // Also while it is sent again.
  await vi.advanceTimersByTimeAsync(1_500);
  expect([calls(), queueState().status]).toEqual([2, 'waiting']);
});

/** A connection that is there, but leads nowhere. */
function stubHangingServer(): () => number {
  const send = vi.fn((_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  vi.stubGlobal('fetch', send);
  return () => send.mock.calls.length;
}

it('sends the age of an order step that waited, and none of one that is sent at once', async () => {
  const step: Change<'advanceOrder'> = {
    call: 'advanceOrder',
    input: { params: { id: 7 }, body: { status: 'Ready' } },
    label: 'H7: ready',
    subject: 'order:7',
  };
  const STEP = 'PATCH /api/orders/7/status';
  const atOnce = stubServer({ [STEP]: () => new Response('{}', { status: 200 }) });
  close = openQueue(OWNER);
  await callOrQueue(step).catch(() => {});
  expect(atOnce[0]?.body).toEqual({ status: 'Ready' });
  close();
  localStorage.clear();
  stubServer({ [STEP]: refuse(503, 'unavailable') });
  close = openQueue(OWNER);
  await callOrQueue(step);
  close();
  const aMinute = Date.now() + 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(aMinute);
  const later = stubServer({ [STEP]: refuse(403, 'forbidden') });
  close = openQueue(OWNER);
  await settled('needsChoice');
  expect(later[0]?.body).toEqual({ status: 'Ready', age_ms: expect.closeTo(60_000, -4) });
});

it('makes other changes at once while a refused one waits for a choice', async () => {
  stubServer({ [PRICE]: refuse(503, 'unavailable') });
  close = openQueue(OWNER);
  await callOrQueue(price(12, 10));
  close();
  stubServer({
    [PRICE]: refuse(403, 'forbidden'),
    'DELETE /api/products/5': () => new Response(null, { status: 204 }),
  });
  close = openQueue(OWNER);
  await settled('needsChoice');
  const other = { call: 'deleteProduct', input: { params: { id: 5 } }, label: '', subject: 'product:5' } as const;
  expect(await callOrQueue<'deleteProduct'>(other)).toMatchObject({ isQueued: false });
  expect(await callOrQueue(price(13, 10))).toMatchObject({ isQueued: true });
});

it('sends a change whose page was closed before the answer came again, under the same key', async () => {
  const first = stubServer({ [PRICE]: () => new Promise(() => {}) });
  close = openQueue(OWNER);
  void callOrQueue(price(12, 10));
  await vi.waitFor(() => expect(first).toHaveLength(1));
  close();
  const second = stubServer({ [PRICE]: () => errorResponse(403, 'forbidden', 'No.') });
  close = openQueue(OWNER);
  await settled('needsChoice');
  expect(second[0]?.headers.get('idempotency-key')).toBe(first[0]?.headers.get('idempotency-key'));
});

it('shows one member nothing of what waits for another', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  stubServer({ [PRICE]: () => Promise.reject(new TypeError('Failed to fetch')) });
  close = openQueue(OWNER);
  await callOrQueue(price(12, 10));
  expect(queueState().actions).toHaveLength(1);
  close();
  close = openQueue({ userId: 8, shopId: 3 });
  expect(queueState().actions).toHaveLength(0);
});

it('hands the sales of a member who is gone to the next one who sells on this device, and nothing else', async () => {
  const sale = {
    call: 'sellAtCounter',
    input: { params: { shopId: 3 }, body: {} },
    label: '',
    subject: 'sale',
  } as never;
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  stubServer({});
  setActor({ id: 7, name: 'Raju' });
  close = openQueue(OWNER);
  await callOrQueue(price(12, 10));
  await callOrQueue(sale);
  close();
  setActor({ id: 8, name: 'Test Admin' });
  const next = { userId: 8, shopId: 3 };
  takeSales(next);
  takeSales(next);
  expect([unsentOf(7), unsentOf(8)]).toMatchObject([[{ call: 'setPrice' }], [{ call: 'sellAtCounter' }]]);
  expect(unsentOf(8)).toMatchObject([{ actor: { id: 7, name: 'Raju' } }]);
  const calls = stubServer({ 'POST /api/shops/3/counter-sales': refuse(409, 'pin_required') });
  close = openQueue(next);
  await settled('needsChoice');
  sendAs(queueState().actions[0]!, { id: 8, name: 'Test Admin' });
  await vi.waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { sold_by: 'Raju' } }));
  expect(calls.at(-1)?.headers.get(ACTING_AS)).toBe('8');
  setActor(undefined);
});

it('sends nothing while the session is at another shop or another user’s, and sends it at its own shop', async () => {
  const calls = stubServer({ [PRICE]: () => errorResponse(409, 'edit_conflict', 'Changed.') });
  close = openQueue(OWNER);
  // Another tab has switched the session.
  for (const claims of [
    { sub: '7', shop_id: 4 },
    { sub: '8', shop_id: 3 },
  ]) {
    localStorage.setItem('authToken', tokenFor(claims));
    expect(await callOrQueue(price(12, 10))).toMatchObject({ isQueued: true });
    await settled('waiting');
  }
  expect(calls).toEqual([]);
  close();
  localStorage.setItem('authToken', tokenFor({ sub: '7', shop_id: 4 }));
  close = openQueue({ userId: 7, shopId: 4 });
  expect(queueState().actions).toEqual([]);
  close();
  localStorage.setItem('authToken', tokenFor({ sub: '7', shop_id: 3 }));
  close = openQueue(OWNER);
  // The second one waits behind the first.
  await settled('needsChoice');
  expect(calls.map(({ body }) => body)).toEqual([{ price: 12, seen: 10 }]);
});

describe('on a shared device', () => {
  const DELETE = 'DELETE /api/products/5';
  const DELETION: Change<'deleteProduct'> = {
    call: 'deleteProduct',
    input: { params: { id: 5 } },
    label: 'Ghee: deleted',
    subject: 'product:5',
  };
  const admin = { id: 21, name: 'Test Admin' };
  const vendor = { id: 22, name: 'Test Vendor' };
  const required = () => errorResponse(409, 'pin_required', 'Enter your PIN.');
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));

  afterEach(() => setActor(undefined));

  /** A server where only the changes of this member are accepted. */
  function serverOf(actor: { id: number } | undefined) {
    const applied: string[] = [];
    stubServer({
      [DELETE]: ({ headers }) => {
        const actingAs = headers.get(ACTING_AS) ?? '';
        if (actingAs !== String(actor?.id)) return required();
        applied.push(actingAs);
        return new Response(null, { status: 204 });
      },
    });
    return applied;
  }

  async function queueOf(actor: typeof admin): Promise<void> {
    stubServer({ [DELETE]: offline });
    setActor(actor);
    close = openQueue(OWNER);
    expect(await callOrQueue(DELETION)).toMatchObject({ isQueued: true });
    await settled('waiting');
    close();
  }

  it('sends what a member has changed as theirs, not while another one acts', async () => {
    await queueOf(admin);
    const whileOther = serverOf(vendor);
    setActor(vendor);
    close = openQueue(OWNER);
    await settled('needsChoice');
    expect([whileOther, queueState().actions.map(isOfOther)]).toEqual([[], [true]]);
    const whileOwn = serverOf(admin);
    setActor(admin);
    await settled('idle');
    expect(whileOwn).toEqual(['21']);
  });

  it('sends nothing while it is locked, and loses nothing', async () => {
    await queueOf(admin);
    const applied = serverOf(undefined);
    setActor(undefined);
    close = openQueue(OWNER);
    await settled('needsChoice');
    expect([applied, queueState().actions.map(({ actor }) => actor)]).toEqual([[], [admin]]);
  });

  it('sends it as the change of another member who agrees to it', async () => {
    await queueOf(admin);
    const applied = serverOf(vendor);
    setActor(vendor);
    close = openQueue(OWNER);
    await settled('needsChoice');
    sendAs(queueState().actions[0]!, vendor);
    await settled('idle');
    expect(applied).toEqual(['22']);
  });

  it('records what is changed after the time of the last one for nobody, until somebody agrees to it', async () => {
    stubServer({ [DELETE]: offline });
    setActor(admin, new Date(Date.now() - 60_000).toISOString());
    close = openQueue(OWNER);
    await callOrQueue(DELETION);
    await settled('waiting');
    close();
    const applied = serverOf(admin);
    setActor(admin, new Date(Date.now() + 60_000).toISOString());
    close = openQueue(OWNER);
    await settled('needsChoice');
    expect([applied, queueState().actions.map(isOfOther)]).toEqual([[], [true]]);
    sendAs(queueState().actions[0]!, admin);
    await settled('idle');
    expect(applied).toEqual(['21']);
  });
});
