import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { unsubscribeToken } from '@haat/core/orders/mail/unsubscribe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announcedOrder, announcedStep } from '../../core/test/announced-order.ts';
import { createShop, createUser } from '../../core/test/factories.ts';
import { startApi, type TestApi } from '../test/api-client.ts';

let api: TestApi;
let shop: { id: number; slug: string };
beforeAll(async () => {
  connectDatabase();
  api = await startApi();
  shop = await createShop({ name: 'Malnad Dairy' });
});
afterAll(async () => {
  await api.stop();
  await closeDatabase();
});

const somebody = async () => {
  const user = await createUser();
  return { user, signedIn: await api.signIn({ user, shop }) };
};

const DEFAULTS = {
  new_orders: { push: true },
  order_status: { push: true, mail: false },
  order_ends: { push: true, mail: true },
  refunds: { push: true },
};

describe('/api/users/message-preferences', () => {
  const path = '/api/users/message-preferences';

  it('has defaults, and is separate for each user', async () => {
    const [one, other] = [await somebody(), await somebody()];
    expect((await api.as(one.signedIn).get(path)).body).toEqual(DEFAULTS);
    const chosen = { ...DEFAULTS, order_status: { push: false, mail: true }, refunds: { push: false } };
    expect((await api.as(one.signedIn).put(path, { body: { ...chosen, user_id: other.user.id } })).body).toEqual(
      chosen,
    );
    expect((await api.as(one.signedIn).get(path)).body).toEqual(chosen);
    expect((await api.as(one.signedIn).put(path, { body: DEFAULTS })).body).toEqual(DEFAULTS);
    expect((await api.as(one.signedIn).get(path)).body).toEqual(DEFAULTS);
    expect((await api.as(other.signedIn).get(path)).body).toEqual(DEFAULTS);
  });

  it('has those to a mobile number, off by default, for an account with a confirmed one', async () => {
    const user = await createUser({ loginMobile: '9812345690' });
    const signedIn = await api.signIn({ user, shop });
    const all = {
      new_orders: { push: true },
      order_placed: { message: false },
      order_status: { push: true, mail: false, message: false },
      order_ends: { push: true, mail: true, message: false },
      refunds: { push: true, message: false },
    };
    expect((await api.as(signedIn).get(path)).body).toEqual(all);
    const chosen = { ...all, order_placed: { message: true }, order_ends: { ...all.order_ends, message: true } };
    expect((await api.as(signedIn).put(path, { body: chosen })).body).toEqual(chosen);
    expect((await api.as(signedIn).get(path)).body).toEqual(chosen);
    // An earlier version skips channels that it does not know, but not kinds.
    const { rows } = await database().pool.query(
      `SELECT DISTINCT kind FROM message_preferences WHERE user_id = $1 ORDER BY kind`,
      [user.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['new_orders', 'order_ends', 'order_status', 'refunds']);
    // A page of an earlier version saves the other choices, and leaves these.
    await api.as(signedIn).put(path, { body: DEFAULTS });
    expect((await api.as(signedIn).get(path)).body).toEqual(chosen);
  });

  it('skips kinds and channels of a later version', async () => {
    const { user, signedIn } = await somebody();
    await database().pool.query(
      'ALTER TABLE message_preferences DROP CONSTRAINT message_preferences_kind_check, DROP CONSTRAINT message_preferences_channel_check',
    );
    await database().pool.query(
      `INSERT INTO message_preferences (user_id, kind, channel, is_on)
       VALUES ($1, 'of_later_version', 'push', true), ($1, 'refunds', 'of_later_version', true)`,
      [user.id],
    );
    expect((await api.as(signedIn).get(path)).body).toEqual(DEFAULTS);
  });

  it('leaves the mails that a page of an account without email does not name', async () => {
    const { signedIn } = await somebody();
    const chosen = { ...DEFAULTS, order_ends: { push: true, mail: false } };
    await api.as(signedIn).put(path, { body: chosen });
    const body = { ...chosen, order_status: { push: true }, order_ends: { push: true } };
    expect(await api.as(signedIn).put(path, { body })).toMatchObject({ status: 200, body: chosen });
  });

  it.each([{}, { ...DEFAULTS, refunds: true }, { ...DEFAULTS, order_ends: { mail: true } }, []])(
    'refuses %j',
    async (body) => {
      const { signedIn } = await somebody();
      const answer = await api.as(signedIn).put(path, { body });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    },
  );
});

it('stores the language of an account, and refuses others', async () => {
  const { signedIn } = await somebody();
  const language = async () => (await api.as(signedIn).get('/api/users/me')).body.language;
  expect(await language()).toBeNull();
  await api.as(signedIn).put('/api/users/language', { body: { language: 'hi' } });
  expect(await language()).toBe('hi');
  expect((await api.as(signedIn).put('/api/users/language', { body: { language: 'fr' } })).status).toBe(400);
  expect(await language()).toBe('hi');
});

describe('the link to unsubscribe', () => {
  const mailsTo = async (user: { id: number }) => {
    const { rows } = await database().pool.query<{ kind: string; is_on: boolean }>(
      `SELECT kind, is_on FROM message_preferences WHERE user_id = $1 AND channel = 'mail'`,
      [user.id],
    );
    return rows;
  };

  it('turns off one kind of mail, with the screen and with one click of a mail program', async () => {
    const { user } = await somebody();
    const token = unsubscribeToken(user.id, 'order_ends');
    const { status, body } = await api.as().post('/api/unsubscribe', { body: { token } });
    expect([status, body]).toEqual([200, { mails: 'order_ends' }]);
    const clicked = await fetch(`${api.url}/unsubscribe/${unsubscribeToken(user.id, 'order_status')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.status).toBe(204);
    expect(await mailsTo(user)).toEqual([
      { kind: 'order_ends', is_on: false },
      { kind: 'order_status', is_on: false },
    ]);
  });

  it('changes nothing when it is only opened', async () => {
    const { user } = await somebody();
    const token = unsubscribeToken(user.id, 'order_ends');
    const answer = await fetch(`${api.url}/unsubscribe/${token}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/#/notifications/unsubscribe/${token}`]);
    expect(await mailsTo(user)).toEqual([]);
  });

  it('is refused for another user, another kind and no kind', async () => {
    const [{ user }, other] = [await somebody(), await somebody()];
    const signature = unsubscribeToken(user.id, 'order_ends').split('.').at(-1);
    for (const claim of [
      `${other.user.id}.order_ends`,
      `${user.id}.order_status`,
      `${user.id}.refunds`,
      `${user.id}`,
    ]) {
      const token = `${claim}.${signature}`;
      expect((await api.as().post('/api/unsubscribe', { body: { token } })).status).toBe(404);
      expect((await fetch(`${api.url}/unsubscribe/${token}`, { method: 'POST' })).status).toBe(404);
    }
    expect([await mailsTo(user), await mailsTo(other.user)]).toEqual([[], []]);
  });
});

describe('/api/users/notifications', () => {
  const path = '/api/users/notifications';

  it('lists what happened to own orders, newest first, in pages, with what is unread', async () => {
    const { user, signedIn } = await somebody();
    const order = await announcedOrder({ shop, user });
    for (const status of ['Accepted', 'Ready'] as const) await announcedStep({ ...order, user, status });
    const list = async (query = '') => (await api.as(signedIn).get(path + query)).body;
    expect(await list()).toMatchObject([
      { id: 2, kind: 'order.status', status: 'Ready', order_id: order.orderId, is_read: false },
      {
        id: 1,
        kind: 'order.status',
        status: 'Accepted',
        shop: { slug: shop.slug, name: 'Malnad Dairy' },
        is_read: false,
      },
    ]);
    expect((await list('?limit=1')).map(({ id }: { id: number }) => id)).toEqual([2]);
    expect((await list('?after=2')).map(({ id }: { id: number }) => id)).toEqual([1]);
    expect((await api.as(signedIn).get(`${path}/unread`)).body).toEqual({ unread: 2, latest: 2 });
  });

  it('are read up to a number, which only grows, and by their own user only', async () => {
    const [one, other] = [await somebody(), await somebody()];
    for (const { user } of [one, other]) {
      const order = await announcedOrder({ shop, user });
      for (const status of ['Accepted', 'Ready'] as const) await announcedStep({ ...order, user, status });
    }
    const read = async (seq: number) => (await api.as(one.signedIn).post(`${path}/read`, { body: { seq } })).body;
    expect(await read(1)).toEqual({ unread: 1, latest: 2 });
    expect(await read(0)).toEqual({ unread: 1, latest: 2 });
    expect(await read(99)).toEqual({ unread: 0, latest: 2 });
    expect(await read(1)).toEqual({ unread: 0, latest: 2 });
    expect((await api.as(other.signedIn).get(`${path}/unread`)).body).toEqual({ unread: 2, latest: 2 });
  });

  it('are none for a user without orders', async () => {
    const { signedIn } = await somebody();
    expect((await api.as(signedIn).get(path)).body).toEqual([]);
    expect((await api.as(signedIn).post(`${path}/read`, { body: { seq: 5 } })).body).toEqual({ unread: 0, latest: 0 });
  });
});
