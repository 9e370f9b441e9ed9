import { addressView, pinCodeView } from '@haat/contract/accounts/users.calls';
import { ADDRESS_MESSAGE } from '@haat/contract/accounts/address';
import { Address } from '@haat/core/db/accounts.models';
import { createAddress, createShop, createUser } from '@haat/core/test/factories';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let customer: ApiCaller;
let stranger: ApiCaller;
let customerId: number;

beforeAll(async () => {
  const [shop, user, other] = [await createShop(), await createUser(), await createUser()];
  customerId = user.id;
  customer = api.as(await api.signIn({ user, shop }));
  stranger = api.as(await api.signIn({ user: other, shop }));
});

const home = { name: 'Home', street: '12, 4th Main', city: 'Bengaluru', zip: '560041', phone: '9000000001' };

describe('/api/address', () => {
  it('creates an own address, changes it by its id and lists it', async () => {
    const created = await customer.post('/api/address', { body: { ...home, street: '  1, 2nd Cross ' } });
    expect(created.status).toBe(200);
    expect(z.strictObject(addressView.shape).parse(created.body)).toMatchObject({ street: '1, 2nd Cross' });
    const changed = await customer.post('/api/address', { body: { ...home, id: created.body.id, city: 'Mysuru' } });
    const place = { label: null, latitude: 12.924, longitude: 77.592, accuracy_metres: 3000 };
    expect(changed.body).toEqual({ ...home, id: created.body.id, city: 'Mysuru', ...place });
    expect((await customer.get('/api/address')).body).toContainEqual(changed.body);
    expect((await stranger.get('/api/address')).body).toEqual([]);
  });

  it('answers the address of another user like one that does not exist', async () => {
    const theirs = await createAddress({ user: { id: customerId } });
    const attempt = await stranger.post('/api/address', { body: { ...home, id: theirs.id, name: 'Mine now' } });
    const missing = await stranger.post('/api/address', { body: { ...home, id: 999_999_999 } });
    expect([attempt.status, attempt.text]).toEqual([404, missing.text]);
    expect(await Address.query().findById(theirs.id)).toMatchObject({ name: 'Home', userId: customerId });
  });

  it('ignores an owner and other fields in the body', async () => {
    const { body } = await stranger.post('/api/address', {
      body: { ...home, user_id: customerId, userId: customerId },
    });
    expect((await Address.query().findById(body.id))?.userId).not.toBe(customerId);
  });

  it.each(['12345', '5000000000', '98765432101', 'phone', ''])(
    'refuses the phone "%s" in the words of the form',
    async (phone) => {
      const { status, body } = await customer.post('/api/address', { body: { ...home, phone } });
      expect([status, body.code, body.message]).toEqual([400, 'invalid_input', ADDRESS_MESSAGE]);
    },
  );

  it.each([
    { name: '' },
    { name: '   ' },
    { name: 'a\u0000b' },
    { street: 'line\nline' },
    { city: null },
    { zip: 560041 },
    { zip: 'ANYTHING' },
    { zip: '012345' },
    { zip: '5600411' },
    { label: '' },
    { label: 'x'.repeat(31) },
    { label: 7 },
    { latitude: 12.9 },
    { longitude: 77.5 },
    { latitude: 91, longitude: 77.5 },
    { latitude: '12.9', longitude: 77.5 },
    { street: 'x'.repeat(201) },
    { id: '1' },
    { id: 0 },
    { id: 1.5 },
    { id: 2 ** 60 },
  ])('refuses %j', async (wrong) => {
    const before = await Address.query().resultSize();
    const { status, body } = await customer.post('/api/address', { body: { ...home, ...wrong } });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(await Address.query().resultSize()).toBe(before);
  });

  it('has no place for an unknown PIN code until the location is set, which may be anywhere', async () => {
    const { status, body } = await customer.post('/api/address', { body: { ...home, zip: '999999' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ zip: '999999', latitude: null, longitude: null, accuracy_metres: null });
    const location = { latitude: 12.9301, longitude: 77.5902 };
    const placed = await customer.post('/api/address', { body: { ...home, id: body.id, zip: '999999', ...location } });
    expect(placed.body).toMatchObject({ ...location, accuracy_metres: 0 });
  });

  it.each(['98765 43210', '+91 98765-43210', '९८७६५ ४३२१०'])(
    'stores the phone number "%s" as its ten digits',
    async (phone) => {
      const { body } = await customer.post('/api/address', { body: { ...home, phone } });
      expect(body.phone).toBe('9876543210');
    },
  );

  it('stores a label and a location, and the place of the PIN code once the location is removed', async () => {
    const location = { latitude: 12.9301, longitude: 77.5902 };
    const { body } = await customer.post('/api/address', { body: { ...home, label: 'Mother', ...location } });
    expect(body).toMatchObject({ label: 'Mother', ...location, accuracy_metres: 0 });
    const removed = await customer.post('/api/address', { body: { ...home, id: body.id } });
    expect(removed.body).toMatchObject({ label: null, latitude: 12.924, accuracy_metres: 3000 });
  });

  it('refuses a location far from the PIN code', async () => {
    const delhi = { latitude: 28.62, longitude: 77.21 };
    const { status, body } = await customer.post('/api/address', { body: { ...home, ...delhi } });
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'location']);
  });

  it('deletes an own address only', async () => {
    const theirs = await createAddress({ user: { id: customerId } });
    const attempt = await stranger.request('DELETE', `/api/address/${theirs.id}`);
    const missing = await stranger.request('DELETE', '/api/address/999999999');
    expect([attempt.status, attempt.text]).toEqual([404, missing.text]);
    expect((await customer.request('DELETE', `/api/address/${theirs.id}`)).status).toBe(204);
    expect(await Address.query().findById(theirs.id)).toBeUndefined();
    expect((await customer.request('DELETE', `/api/address/${theirs.id}`)).status).toBe(404);
  });

  it('needs a token', async () => {
    for (const who of [api.as(), api.as('garbage')]) {
      expect((await who.get('/api/address')).status).toBe(401);
      expect((await who.post('/api/address', { body: home })).status).toBe(401);
    }
  });
});

describe('GET /api/pin-codes/:pin', () => {
  it('answers city, state and place, to be stored for a day', async () => {
    const { status, body, headers } = await api.as().get('/api/pin-codes/560011');
    expect(status).toBe(200);
    expect(z.strictObject(pinCodeView.shape).parse(body)).toMatchObject({ city: 'Bengaluru', state: 'Karnataka' });
    expect(headers.get('cache-control')).toBe('public, max-age=86400');
  });

  it('answers 404 for one that is not known, and 400 for what is none', async () => {
    const missing = await api.as().get('/api/pin-codes/999999');
    expect([missing.status, missing.body.message]).toEqual([404, 'This PIN code is not in the list.']);
    expect((await api.as().get('/api/pin-codes/ANYTHING')).status).toBe(400);
  });
});
