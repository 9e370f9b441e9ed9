import { problemRowView, problemView, type ProblemView } from '@haat/contract/orders/problems.calls';
import { advanceOrderStatus } from '@haat/core/orders/life/advance-order-status';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { readSession } from '@haat/core/accounts/session';
import { remindOfProblems } from '@haat/core/orders/problems/remind-of-problems';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { clearLimits } from '@haat/core/test/limits';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { createPhoto } from '../test/photo.ts';

const api = apiTest();
let shop: Shop;
let customer: User;
let ghee: Variant;
let curd: Variant;
let token: string;
let buyer: ApiCaller;
let vendor: ApiCaller;
let operator: ApiCaller;
let stranger: ApiCaller;
beforeAll(async () => {
  [shop, customer] = await Promise.all([createShop(), createUser({ name: 'Test Customer' })]);
  ghee = (await createProduct({ shop, name: 'Ghee', variants: [{ pricePaise: 40_000, stock: 100 }] })).variants[0]!;
  curd = (await createProduct({ shop, name: 'Curd', variants: [{ pricePaise: 5_000, stock: 100 }] })).variants[0]!;
  const member = await createMember({ shop, user: await createUser({ name: 'Test Vendor' }) });
  const signedIn = await api.signIn({ user: member, shop });
  token = signedIn.token;
  vendor = api.as(signedIn);
  buyer = api.as(await api.signIn({ user: customer, shop }));
  operator = api.as(await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop: await createShop() }));
  const elsewhere = await createShop();
  stranger = api.as(await api.signIn({ user: await createMember({ shop: elsewhere }), shop: elsewhere }));
});

const rows = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;
const stockOf = async ({ id }: Variant) =>
  (await rows<{ stock: number }>('SELECT stock FROM variants WHERE id = $1', id))[0]!.stock;

beforeEach(() => clearLimits());

type Delivered = { id: number; items: { ghee: number; curd: number } };

let orders = 0;
/** An order of two jars of ghee and three cups of curd, 950 rupees in cash, that was handed over. */
async function delivered({ isDelivered = true, takeaway = true } = {}): Promise<Delivered> {
  const address = takeaway ? {} : { takeaway, address: { id: (await createAddress({ user: customer })).id } };
  const lines = [
    { variant: ghee, quantity: 2 },
    { variant: curd, quantity: 3 },
  ];
  const idempotencyKey = `order-with-a-problem-${(orders += 1)}`;
  const { id } = await placeOrder({ userId: customer.id, body: orderBody(lines, address), idempotencyKey });
  const by = (await readSession(token))!;
  const steps = isDelivered ? (['Accepted', takeaway ? 'Ready' : 'In Transit', 'Delivered'] as const) : [];
  for (const to of steps) await advanceOrderStatus({ orderId: id, to, by });
  const items = await rows<{ id: number; name: string }>('SELECT id, name FROM order_items WHERE order_id = $1', id);
  const idOf = (name: string) => items.find((item) => item.name === name)!.id;
  return { id, items: { ghee: idOf('Ghee'), curd: idOf('Curd') } };
}

type Reporting = { lines?: object[]; text?: string; pictures?: Blob[]; key?: string; by?: ApiCaller };

function report({ id, items }: Delivered, { lines, text = 'Broken', pictures = [], key, by = buyer }: Reporting = {}) {
  const reported = lines ?? [{ item_id: items.ghee, quantity: 1, kind: 'damaged' }];
  const body = formOf({ lines: JSON.stringify(reported), text, picture: pictures });
  return by.post(`/api/orders/${id}/problems`, { body, headers: key ? { 'idempotency-key': key } : {} });
}

/** A problem that is open. */
async function reported(order?: Delivered): Promise<ProblemView> {
  const { body } = await report(order ?? (await delivered()));
  return problemView.parse(body);
}

const answer = (by: ApiCaller, { id }: { id: number }, body: object, key?: string) =>
  by.post(`/api/problems/${id}/answer`, { body, headers: key ? { 'idempotency-key': key } : {} });
const write = (by: ApiCaller, { id }: { id: number }, text: string, key?: string) =>
  by.post(`/api/problems/${id}/messages`, { body: { text }, headers: key ? { 'idempotency-key': key } : {} });

const eventsOf = async (orderId: number) =>
  (
    await rows<{ kind: string; actor: string }>(
      `SELECT kind, actor FROM order_events WHERE order_id = $1 AND kind NOT IN ('status', 'promised') ORDER BY id`,
      orderId,
    )
  ).map(({ kind, actor }) => `${kind} by ${actor}`);
const updatesOf = async (orderId: number) =>
  (
    await rows<{ feed: string; update: string }>(
      `SELECT split_part(feed, ':', 1) AS feed, details ->> 'update' AS update FROM notifications
     WHERE order_id = $1 AND kind = 'order.problem' ORDER BY created_at, seq`,
      orderId,
    )
  ).map(({ feed, update }) => `${update} to ${feed}`);
const refused = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });

describe('a customer', () => {
  it('reports lines of a delivered order; the shop is notified, and the clock runs', async () => {
    const order = await delivered();
    const photo = await createPhoto();
    const { status, body } = await report(order, {
      lines: [
        { item_id: order.items.ghee, quantity: 1, kind: 'damaged' },
        { item_id: order.items.curd, quantity: 3, kind: 'missing' },
      ],
      text: 'The jar was broken.\r\nThe curd was not there.',
      pictures: [photo, photo],
    });
    expect(status).toBe(201);
    const problem = problemView.strict().parse(body);
    expect(problem).toMatchObject({
      state: 'open',
      order: { id: order.id },
      refunded: null,
      replacement: null,
      refundable: { online: 0, cash: 950 },
      lines: [
        { item_id: order.items.ghee, name: 'Ghee', ordered: 2, quantity: 1, kind: 'damaged', price: 400, returned: 0 },
        { item_id: order.items.curd, name: 'Curd', ordered: 3, quantity: 3, kind: 'missing', price: 50, returned: 0 },
      ],
      messages: [{ kind: 'reported', actor: 'customer', text: 'The jar was broken.\nThe curd was not there.' }],
    });
    expect(problem.number).toBe(`P${String(problem.id).padStart(6, '0')}`);
    expect(problem.pictures).toHaveLength(2);
    const hours = (at: string) => (Date.parse(at) - Date.parse(problem.reported_at)) / 3_600_000;
    expect([hours(problem.acknowledge_by), hours(problem.solve_by)]).toEqual([48, 720]);
    expect(await eventsOf(order.id)).toEqual(['problem_reported by customer']);
    expect(await updatesOf(order.id)).toEqual(['problem_reported to shop']);
    const own = await buyer.get('/api/orders/user');
    const listed = (own.body as { id: number }[]).find(({ id }) => id === order.id);
    expect(listed).toMatchObject({ problems: [{ id: problem.id, number: problem.number, state: 'open' }] });
  });

  it('reports once per key, however often and however concurrently it is sent', async () => {
    const order = await delivered();
    const key = 'a-report-that-is-sent-often';
    const answers = await Promise.all(Array.from({ length: 4 }, () => report(order, { key })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await report(order, { key, text: 'Something else' })).toEqual(refused(409, 'idempotency_conflict'));
    expect(await updatesOf(order.id)).toEqual(['problem_reported to shop']);
    await answer(vendor, answers[0]!.body, { answer: 'refusal', text: 'It was sealed' });
    expect((await report(order)).body.id).not.toBe(answers[0]!.body.id);
    expect((await report(order, { key })).body).toMatchObject({ id: answers[0]!.body.id, state: 'refused' });
  });

  it('reports nothing before the delivery, nor after the time that the shop gives', async () => {
    const order = await delivered({ isDelivered: false });
    expect(await report(order)).toEqual(refused(409, 'status_not_allowed'));
    const late = await delivered();
    const age = async (hours: number) => {
      const at = new Date(Date.now() - hours * 3_600_000);
      await rows(`UPDATE order_events SET at = $2 WHERE order_id = $1 AND to_status = 'Delivered'`, late.id, at);
      await rows('UPDATE orders SET collected_at = $2 WHERE id = $1', late.id, at);
    };
    await age(24.1);
    expect(await report(late)).toEqual(refused(409, 'status_not_allowed'));
    await rows('UPDATE shops SET problem_hours = 48 WHERE id = $1', shop.id);
    expect((await report(late)).status).toBe(201);
    await rows('UPDATE shops SET problem_hours = 24 WHERE id = $1', shop.id);
  });

  it('has one problem of an order at a time', async () => {
    const order = await delivered();
    const first = await reported(order);
    expect(await report(order)).toEqual(refused(409, 'status_not_allowed'));
    await answer(vendor, first, { answer: 'refusal', text: 'It was sealed' });
    expect((await report(order)).status).toBe(201);
  });

  it.each([
    ['a line of another order', async () => [{ item_id: (await delivered()).items.ghee, quantity: 1, kind: 'wrong' }]],
    [
      'more than was ordered',
      async (order: Delivered) => [{ item_id: order.items.ghee, quantity: 3, kind: 'missing' }],
    ],
    ['no line', async () => []],
    [
      'a line twice',
      async ({ items }: Delivered) => [
        { item_id: items.ghee, quantity: 1, kind: 'wrong' },
        { item_id: items.ghee, quantity: 1, kind: 'other' },
      ],
    ],
    ['an unknown kind', async ({ items }: Delivered) => [{ item_id: items.ghee, quantity: 1, kind: 'ugly' }]],
  ])('cannot report %s', async (_, linesOf) => {
    const order = await delivered();
    expect(await report(order, { lines: await linesOf(order) })).toEqual(refused(400, 'invalid_input'));
  });

  it('can send three pictures of up to 500 words, which are stored whole and without metadata', async () => {
    const order = await delivered();
    const wide = await sharp({ create: { width: 2_000, height: 500, channels: 3, background: '#123' } })
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .jpeg()
      .toBuffer();
    const picture = new Blob([new Uint8Array(wide)], { type: 'image/jpeg' });
    expect((await report(order, { pictures: [picture, picture, picture, picture] })).status).toBe(400);
    expect((await report(order, { text: 'x'.repeat(501) })).status).toBe(400);
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/jpeg' });
    expect((await report(order, { pictures: [svg] })).status).toBe(415);
    const { body } = await report(order, { pictures: [picture] });
    const stored = await fetch(`${api.url}/api/problems/${body.id}/pictures/${body.pictures[0]}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([stored.status, stored.headers.get('content-type'), stored.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'no-store',
    ]);
    const meta = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
    expect(meta).toMatchObject({ format: 'webp', width: 1_280, height: 320 });
    expect(meta.exif).toBeUndefined();
  });
});

describe('a problem and its pictures', () => {
  it('are seen by the customer, the shop and the operator, and by nobody else', async () => {
    const order = await delivered();
    const photo = await createPhoto();
    const { body } = await report(order, { pictures: [photo] });
    const other = await reported();
    const paths = [
      `/api/problems/${body.id}`,
      `/api/problems/${body.id}/pictures/${body.pictures[0]}`,
      `/api/orders/${order.id}/problems`,
    ];
    for (const path of paths) {
      const statuses = await Promise.all(
        [buyer, vendor, operator, stranger].map(async (by) => (await by.get(path)).status),
      );
      expect([path, ...statuses]).toEqual([path, 200, 200, 200, 404]);
      expect((await fetch(api.url + path)).status).toBe(401);
    }
    const elsewhere = `/api/problems/${other.id}/pictures/${body.pictures[0]}`;
    expect((await buyer.get(elsewhere)).status).toBe(404);
    expect((await buyer.get(`/api/problems/${body.id}/pictures/1`)).status).toBe(400);
  });
});

describe('the thread', () => {
  it('goes both ways, notifies the other side, and what the shop writes first acknowledges the problem', async () => {
    const problem = await reported();
    expect((await write(buyer, problem, ' Please look\r\nat it ')).body).toMatchObject({ state: 'open' });
    const { body } = await write(vendor, problem, 'We are sorry');
    expect(body).toMatchObject({ state: 'acknowledged', acknowledged_at: expect.any(String) });
    await write(operator, problem, 'We look at it, too');
    const seen = problemView.parse((await buyer.get(`/api/problems/${problem.id}`)).body);
    expect(seen.messages.map(({ actor, text, by }) => [actor, text, by])).toEqual([
      ['customer', 'Broken', undefined],
      ['customer', 'Please look\nat it', undefined],
      ['shop', 'We are sorry', undefined],
      ['operator', 'We look at it, too', undefined],
    ]);
    const byShop = problemView.parse((await vendor.get(`/api/problems/${problem.id}`)).body);
    expect(byShop.messages.map(({ by }) => by)).toEqual([undefined, undefined, 'Test Vendor', undefined]);
    expect(await updatesOf(problem.order.id)).toEqual([
      'problem_reported to shop',
      'problem_reply to shop',
      'problem_message to user',
      'problem_message to user',
    ]);
  });

  it('names the people of the operator to the operator only, also what they do for the shop', async () => {
    const problem = await reported();
    const helper = await createUser({ name: 'Test Operator', isPlatformAdmin: true });
    await rows(
      `INSERT INTO order_problem_messages (problem_id, kind, actor, actor_id, text) VALUES
         ($1, 'message', 'operator', $2, 'One'), ($1, 'message', 'shop', $2, 'Two')`,
      problem.id,
      helper.id,
    );
    const paths = [`/api/problems/${problem.id}`, `/api/orders/${problem.order.id}/problems`];
    const readBy = async (by: ApiCaller, path: string) => {
      const { body } = await by.get(path);
      const { messages } = problemView.parse('problems' in body ? body.problems[0] : body);
      return messages.slice(1).map((message) => [message.actor, message.by]);
    };
    for (const path of paths) {
      expect(await readBy(vendor, path)).toEqual([
        ['operator', undefined],
        ['operator', undefined],
      ]);
      expect(await readBy(operator, path)).toEqual([
        ['operator', 'Test Operator'],
        ['shop', 'Test Operator'],
      ]);
    }
  });

  it('has a message once per key, and a hundred at most', async () => {
    const problem = await reported();
    const key = 'a-message-that-is-sent-twice';
    const answers = await Promise.all([write(buyer, problem, 'Hello', key), write(buyer, problem, 'Hello', key)]);
    expect(answers.map(({ body }) => body.messages.length)).toEqual([2, 2]);
    await rows(
      `INSERT INTO order_problem_messages (problem_id, kind, actor, actor_id, text)
       SELECT $1, 'message', 'customer', $2, 'Hello' FROM generate_series(1, 98)`,
      problem.id,
      customer.id,
    );
    expect(await write(buyer, problem, 'Once more')).toEqual(refused(409, 'status_not_allowed'));
    expect((await write(buyer, problem, '  ')).status).toBe(400);
  });

  it('is acknowledged once', async () => {
    const problem = await reported();
    const acknowledge = (by: ApiCaller) => by.post(`/api/problems/${problem.id}/acknowledge`, { body: {} });
    const [one, two] = [await acknowledge(vendor), await acknowledge(vendor)];
    expect(two.body).toEqual(one.body);
    expect(one.body.messages.at(-1)).toMatchObject({ kind: 'acknowledged', actor: 'shop', text: null });
    expect((await acknowledge(buyer)).status).toBe(403);
    expect((await acknowledge(stranger)).status).toBe(404);
    await answer(vendor, problem, { answer: 'refusal', text: 'No' });
    expect(await acknowledge(vendor)).toEqual(refused(409, 'status_not_allowed'));
  });
});

describe('the shop answers', () => {
  it('with a refund, which is paid out once, and what came back is on sale again', async () => {
    const problem = await reported();
    const before = await stockOf(ghee);
    const body = {
      answer: 'refund',
      amount: 350.5,
      text: 'Sorry',
      returned: [{ item_id: problem.lines[0]!.item_id, quantity: 1 }],
    };
    const key = 'an-answer-that-is-sent-often';
    const answers = await Promise.all(Array.from({ length: 4 }, () => answer(vendor, problem, body, key)));
    for (const { status, body: view } of answers) {
      expect([status, view]).toMatchObject([
        200,
        { state: 'refunded', refunded: 350.5, refundable: { online: 0, cash: 599.5 }, lines: [{ returned: 1 }] },
      ]);
    }
    expect(await stockOf(ghee)).toBe(before + 1);
    expect(
      await rows(
        'SELECT amount_paise::int AS paise, reason, reason_text FROM cash_payouts WHERE order_id = $1',
        problem.order.id,
      ),
    ).toEqual([{ paise: 35_050, reason: 'problem', reason_text: 'Sorry' }]);
    expect(await eventsOf(problem.order.id)).toEqual([
      'problem_reported by customer',
      'problem_acknowledged by shop',
      'refunded by shop',
      'problem_answered by shop',
    ]);
    expect(await updatesOf(problem.order.id)).toEqual(['problem_reported to shop', 'problem_answered to user']);
    expect(await answer(vendor, problem, { answer: 'refusal', text: 'No' })).toEqual(
      refused(409, 'status_not_allowed'),
    );
  });

  it('with no more than is left, and says how much that is', async () => {
    const problem = await reported();
    expect(await answer(vendor, problem, { answer: 'refund', amount: 950.01 })).toMatchObject({
      status: 409,
      body: { code: 'refund_too_high', left: 950 },
    });
    expect((await vendor.get(`/api/problems/${problem.id}`)).body).toMatchObject({ state: 'open' });
  });

  it('with a replacement at no charge, accepted and linked, of which the stock is taken', async () => {
    const order = await delivered({ takeaway: false });
    const problem = await reported(order);
    const before = await stockOf(ghee);
    const { status, body } = await answer(vendor, problem, { answer: 'replacement' });
    expect([status, body]).toMatchObject([200, { state: 'replaced', replacement: { id: expect.any(Number) } }]);
    expect(await stockOf(ghee)).toBe(before - 1);
    const board = (await vendor.get(`/api/orders/shop/${shop.id}?status=Accepted`)).body as object[];
    expect(board).toContainEqual(
      expect.objectContaining({
        id: body.replacement.id,
        total: 0,
        order_status: 'Accepted',
        takeaway: false,
        address: expect.objectContaining({ street: expect.any(String) }),
        replaces: { id: order.id, orderNumber: problem.order.orderNumber },
        items: [expect.objectContaining({ name: 'Ghee', quantity: 1, price: 0 })],
      }),
    );
    const by = (await readSession(token))!;
    for (const to of ['In Transit', 'Delivered'] as const) {
      await advanceOrderStatus({ orderId: body.replacement.id, to, by });
    }
    const again = await report(
      { id: body.replacement.id, items: order.items },
      {
        lines: [
          {
            item_id: (
              await rows<{ id: number }>('SELECT id FROM order_items WHERE order_id = $1', body.replacement.id)
            )[0]!.id,
            quantity: 1,
            kind: 'missing',
          },
        ],
      },
    );
    expect(again.body).toMatchObject({ state: 'open', refundable: { online: 0, cash: 0 } });
    expect(await answer(vendor, again.body, { answer: 'refund', amount: 1 })).toEqual(refused(409, 'refund_too_high'));
  });

  it('with a replacement of other lines only as far as they were ordered and are in stock', async () => {
    const order = await delivered();
    const problem = await reported(order);
    const replace = (itemId: number, quantity: number) =>
      answer(vendor, problem, { answer: 'replacement', lines: [{ item_id: itemId, quantity }] });
    expect(await replace(order.items.curd, 4)).toEqual(refused(400, 'invalid_input'));
    const before = await stockOf(curd);
    await rows(
      `INSERT INTO stock_ledger (variant_id, delta, reason) VALUES ($1, $2, 'adjustment')`,
      curd.id,
      2 - before,
    );
    await rows('UPDATE variants SET stock = 2 WHERE id = $1', curd.id);
    expect(await replace(order.items.curd, 3)).toMatchObject({
      status: 409,
      body: { code: 'out_of_stock', items: ['Curd'] },
    });
    expect((await replace(order.items.curd, 2)).body).toMatchObject({ state: 'replaced' });
    await rows(`INSERT INTO stock_ledger (variant_id, delta, reason) VALUES ($1, 100, 'adjustment')`, curd.id);
    await rows('UPDATE variants SET stock = stock + 100 WHERE id = $1', curd.id);
  });

  it('with a refusal that has a reason, which the operator can overrule', async () => {
    const problem = await reported();
    expect((await answer(vendor, problem, { answer: 'refusal', text: ' ' })).status).toBe(400);
    const { body } = await answer(vendor, problem, { answer: 'refusal', text: 'It was sealed' });
    expect(body).toMatchObject({ state: 'refused' });
    expect(body.messages.at(-1)).toMatchObject({ kind: 'refused', actor: 'shop', text: 'It was sealed' });
    expect((await write(buyer, problem, 'It was not')).status).toBe(200);
    expect(await answer(vendor, problem, { answer: 'refund', amount: 1 })).toEqual(refused(409, 'status_not_allowed'));
    expect((await answer(operator, problem, { answer: 'refund', amount: 1 })).body).toMatchObject({
      state: 'refunded',
    });
  });

  it('not for somebody else', async () => {
    const problem = await reported();
    const refusal = { answer: 'refusal', text: 'No' };
    const statuses = await Promise.all(
      [buyer, stranger].map(async (by) => (await answer(by, problem, refusal)).status),
    );
    expect(statuses).toEqual([403, 404]);
  });

  it('takes back no more than was reported', async () => {
    const order = await delivered();
    const problem = await reported(order);
    const refund = (itemId: number, quantity: number) =>
      answer(vendor, problem, { answer: 'refund', amount: 1, returned: [{ item_id: itemId, quantity }] });
    expect(await refund(order.items.ghee, 2)).toEqual(refused(400, 'invalid_input'));
    expect(await refund(order.items.curd, 1)).toEqual(refused(400, 'invalid_input'));
    expect((await refund(order.items.ghee, 1)).status).toBe(200);
  });

  it('takes back no more than was reported also when the operator overrules the shop', async () => {
    const problem = await reported();
    const returned = [{ item_id: problem.lines[0]!.item_id, quantity: 1 }];
    const before = await stockOf(ghee);
    expect((await answer(vendor, problem, { answer: 'refusal', text: 'It was sealed', returned })).status).toBe(200);
    const overruled = await answer(operator, problem, { answer: 'refund', amount: 1, returned });
    expect(overruled).toEqual(refused(400, 'invalid_input'));
    expect((await answer(operator, problem, { answer: 'refund', amount: 1 })).status).toBe(200);
    expect(await stockOf(ghee)).toBe(before + 1);
  });
});

describe('lists', () => {
  it('have what is not solved by its deadline, what is solved by its age, and count them', async () => {
    const own = await createShop();
    const { variants } = await createProduct({
      shop: own,
      name: 'Rice',
      variants: [{ pricePaise: 10_000, stock: 50 }],
    });
    const signedIn = await api.signIn({ user: await createMember({ shop: own }), shop: own });
    const caller = api.as(signedIn);
    const by = (await readSession(signedIn.token))!;
    const problems: ProblemView[] = [];
    for (let nr = 0; nr < 4; nr += 1) {
      const body = orderBody([{ variant: variants[0]! }]);
      const { id } = await placeOrder({ userId: customer.id, body, idempotencyKey: `order-of-a-list-${nr}` });
      for (const to of ['Accepted', 'Ready', 'Delivered'] as const) await advanceOrderStatus({ orderId: id, to, by });
      const [item] = await rows<{ id: number }>('SELECT id FROM order_items WHERE order_id = $1', id);
      const line = { item_id: item!.id, quantity: 1, kind: 'wrong' };
      problems.push(problemView.parse((await report({ id, items: { ghee: 0, curd: 0 } }, { lines: [line] })).body));
    }
    const [first, second, third, fourth] = problems as [ProblemView, ProblemView, ProblemView, ProblemView];
    await caller.post(`/api/problems/${first.id}/acknowledge`, { body: {} });
    await rows(`UPDATE order_problems SET acknowledge_by = now() - interval '1 hour' WHERE id = $1`, third.id);
    await answer(caller, fourth, { answer: 'refusal', text: 'No' });

    const list = async (who: ApiCaller, path: string) =>
      problemRowView
        .strict()
        .array()
        .parse((await who.get(path)).body)
        .map(({ id }) => id);
    const path = `/api/shops/${own.id}/problems`;
    expect(await list(caller, path)).toEqual([third.id, second.id, first.id]);
    expect(await list(caller, `${path}?limit=1&after=${third.id}`)).toEqual([second.id]);
    expect(await list(caller, `${path}?solved=true`)).toEqual([fourth.id]);
    expect((await caller.get(`${path}/counts`)).body).toEqual({ open: 2, unsolved: 3, overdue: 1 });
    expect((await list(operator, '/api/operator/problems?limit=200'))[0]).toBe(third.id);
    expect((await operator.get('/api/operator/problems/counts')).body.overdue).toBe(1);
    const [row] = (await caller.get(path)).body as object[];
    expect(row).toMatchObject({ kinds: ['wrong'], items: ['Rice'], is_waiting: true, customer_name: 'Test Customer' });
    expect((await vendor.get(path)).status).toBe(403);
  });
});

it('reminds the shop once of a problem that waits', async () => {
  const problem = await reported();
  const due = () =>
    rows(`UPDATE order_problems SET remind_at = now() WHERE id = $1 AND remind_at IS NOT NULL`, problem.id);
  await due();
  await Promise.all([remindOfProblems(), remindOfProblems()]);
  await due();
  await remindOfProblems();
  expect(await updatesOf(problem.order.id)).toEqual(['problem_reported to shop', 'problem_waiting to shop']);
});

it('leaves money and stock consistent', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
});
