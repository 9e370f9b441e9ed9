import { settingsView } from '@haat/contract/shops/settings.calls';
import { database } from '@haat/core/db/database';
import { Shop } from '@haat/core/db/shops.models';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { settingsBody } from '../test/settings-body.ts';

const api = apiTest();
let shop: Shop;
let admin: ApiCaller;
let vendor: ApiCaller;
beforeEach(async () => {
  shop = await createShop({ phone: '9000000001' });
  admin = api.as(await api.signIn({ user: await createMember({ shop, role: 'admin' }), shop }));
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
});

const row = () => Shop.query().findById(shop.id).throwIfNotFound();
const save = async (changes: object, who = admin) =>
  who.put(`/api/shops/${shop.id}/settings`, { body: { ...settingsBody(await row()), ...changes } });
const pause = (paused: unknown, minutes?: unknown) =>
  vendor.put(`/api/shops/${shop.id}/pause`, { body: { paused, minutes } });
const shown = async () => (await api.as().get(`/api/shops/${shop.slug}`)).body;
const activities = async () => (await admin.get(`/api/shops/${shop.id}/activity`)).body;

describe('the settings', () => {
  it('are saved as they were sent, and shown to everybody at once', async () => {
    const changes = {
      name: '  Corner Shop ',
      address: '4, 1st Main',
      phone: '+91 98765 43210',
      open_time: '09:00',
      close_time: '21:30',
      minordervalue: 99.5,
      max_per_order: 12,
      accepts_orders_when_closed: false,
      latitude: 12.9,
      longitude: 77.6,
      reach_km: 2.5,
    };
    const { status, body } = await save(changes);
    const saved = { ...changes, name: 'Corner Shop', phone: '9876543210' };
    expect([status, settingsView.parse(body)]).toMatchObject([200, saved]);
    expect((await admin.get(`/api/shops/${shop.id}/settings`)).body).toEqual(body);
    expect(await shown()).toMatchObject({
      name: 'Corner Shop',
      phone: '9876543210',
      minordervalue: 99.5,
      max_per_order: 12,
    });
    expect((await row()).reachMetres).toBe(2500);
  });

  it('have hours by day and date, which a change of the two times replaces', async () => {
    const saveHours = async (hours: unknown) =>
      admin.put(`/api/shops/${shop.id}/hours`, { body: { hours, updated: (await row()).updatedAt.toISOString() } });
    const week = Array.from({ length: 7 }, (_, day) =>
      day === 0
        ? []
        : [
            ['09:00', '13:00'],
            ['17:00', '01:00'],
          ],
    );
    const hours = {
      takeaway: week,
      delivery: week,
      dates: { '2099-12-25': { takeaway: [], delivery: [], name: 'Christmas' } },
    };
    expect((await saveHours(hours)).body.hours).toEqual(hours);
    expect(await shown()).toMatchObject({ hours, open_time: '09:00', close_time: '01:00' });
    expect((await activities())[0]).toMatchObject({ action: 'settings.changed', after: { hours } });
    // Saving the stored hours is no change, and another setting leaves them alone.
    const { length } = await activities();
    expect((await saveHours(hours)).status).toBe(200);
    expect(await activities()).toHaveLength(length);
    expect((await save({ max_per_order: 3 })).body.hours).toEqual(hours);
    const stale = { hours: null, updated: '2026-01-01T00:00:00.000Z' };
    expect((await admin.put(`/api/shops/${shop.id}/hours`, { body: stale })).body.code).toBe('edit_conflict');
    expect((await save({ open_time: '08:00', close_time: '22:00' })).body.hours).toBeUndefined();
    expect(await shown()).toMatchObject({ open_time: '08:00', close_time: '22:00' });
  });

  it.each([
    [
      'overlapping',
      [
        [
          ['09:00', '13:00'],
          ['12:00', '15:00'],
        ],
        [],
        [],
        [],
        [],
        [],
        [],
      ],
      'overlap',
    ],
    ['reaching into the next day', [[['20:00', '10:00']], [['09:00', '13:00']], [], [], [], [], []], 'overlap'],
    ['of six days', [[], [], [], [], [], []], 'seven days'],
    ['no times', [[['25:00', '9']], [], [], [], [], [], []], 'must be a time'],
  ])('refuse hours that are %s', async (_, week, reason) => {
    const { updatedAt } = await row();
    const hours = { takeaway: week, delivery: [[], [], [], [], [], [], []], dates: {} };
    const { status, text } = await admin.put(`/api/shops/${shop.id}/hours`, {
      body: { hours, updated: updatedAt.toISOString() },
    });
    expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
  });

  it('have a GST number, which stays where a client does not know it', async () => {
    expect((await save({ gstin: ' 27aapfu 0939f1zv' })).body.gstin).toBe('27AAPFU0939F1ZV');
    expect((await save({ name: 'Corner Shop' })).body.gstin).toBe('27AAPFU0939F1ZV');
    expect((await save({ gstin: null })).body.gstin).toBeNull();
  });

  it('have the licence of the food authority, and what the shop was called before, for receipts of the time', async () => {
    const before = await row();
    const { body } = await save({ fssai_licence: '10012011000001', name: 'Corner Shop' });
    expect(body.fssai_licence).toBe('10012011000001');
    expect(body.former_identities.at(-1)).toEqual({
      until: expect.any(String),
      name: before.name,
      address: before.address,
      phone: before.phone,
      gstin: null,
      fssai_licence: null,
    });
    const count = body.former_identities.length;
    expect((await save({ max_per_order: 5 })).body.former_identities).toHaveLength(count);
    expect((await save({ fssai_licence: '123' })).body.code).toBe('invalid_input');
  });

  it('have the pattern of the labels of its scale, which no barcode of a pack fits', async () => {
    expect((await save({ scale_label: '21IIIIIWWWWWC' })).body.scale_label).toBe('21IIIIIWWWWWC');
    expect((await save({ name: 'Corner Shop' })).body.scale_label).toBe('21IIIIIWWWWWC');
    for (const pattern of ['89IIIIIWWWWWC', '21IIIIIWWWWWW', '21IIIIIWWWWC', ''])
      expect((await save({ scale_label: pattern })).body).toMatchObject({
        code: 'invalid_input',
        error: expect.stringContaining('such as 8901030865278'),
      });
    expect((await save({ scale_label: null })).body.scale_label).toBeNull();
  });

  it('can be emptied where they may be', async () => {
    const nothing = {
      address: null,
      phone: null,
      open_time: null,
      close_time: null,
      latitude: null,
      longitude: null,
      max_per_order: null,
    };
    expect((await save(nothing)).body).toMatchObject(nothing);
  });

  it.each([
    ['gstin', { gstin: '27AAPFU0939F1ZW' }],
    ['gstin', { gstin: '' }],
    ['max_per_order', { max_per_order: 0 }],
    ['max_per_order', { max_per_order: 1.5 }],
    ['max_per_order', { max_per_order: 1000 }],
    ['acceptance_minutes', { acceptance_minutes: 2 }],
    ['acceptance_minutes', { acceptance_minutes: 1441 }],
    ['cancel_grace_minutes', { cancel_grace_minutes: 61 }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'a\u0000b' }],
    ['name', { name: null }],
    ['phone', { phone: '2654 1234' }],
    ['phone', { phone: '' }],
    ['open_time', { open_time: '9:00', close_time: '21:00' }],
    ['open_time', { open_time: '24:00', close_time: '21:00' }],
    ['close_time', { open_time: '09:00', close_time: null }],
    ['close_time', { open_time: null, close_time: '09:00' }],
    ['minordervalue', { minordervalue: -1 }],
    ['minordervalue', { minordervalue: 12.345 }],
    ['minordervalue', { minordervalue: '200' }],
    ['minordervalue', { minordervalue: '1e3' }],
    ['minordervalue', { minordervalue: 2_147_483_648 }],
    ['minordervalue', { minordervalue: null }],
    ['accepts_orders_when_closed', { accepts_orders_when_closed: 'yes' }],
    ['latitude', { latitude: 90.1 }],
    ['longitude', { longitude: null }],
    ['longitude', { longitude: '77.6' }],
    ['reach_km', { reach_km: 0 }],
    ['reach_km', { reach_km: 101 }],
    ['updated', { updated: 'yesterday' }],
    ['updated', { updated: undefined }],
  ])('name the field %s that is wrong as %j, and stay as they are', async (field, wrong) => {
    const before = await row();
    const { status, body } = await save({ name: 'Another Name', ...wrong });
    expect([status, body.code, body.issues[0].path]).toEqual([400, 'invalid_input', field]);
    expect(await row()).toEqual(before);
  });

  it('are not overwritten by a user who has not seen the newest', async () => {
    const seen = settingsBody(await row());
    const put = (changes: object) => admin.put(`/api/shops/${shop.id}/settings`, { body: { ...seen, ...changes } });
    expect((await put({ name: 'First' })).status).toBe(200);
    const late = await put({ address: 'Late' });
    expect([late.status, late.body.code]).toEqual([409, 'edit_conflict']);
    expect(await row()).toMatchObject({ name: 'First', address: shop.address });
  });

  it('of concurrent saves, one is accepted', async () => {
    const seen = settingsBody(await row());
    const names = Array.from({ length: 8 }, (_, at) => `Name ${at}`);
    const answers = await Promise.all(
      names.map((name) => admin.put(`/api/shops/${shop.id}/settings`, { body: { ...seen, name } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(await activities()).toHaveLength(1);
  });

  it('that are unchanged are not logged; changes are logged with the previous value', async () => {
    await save({});
    expect(await activities()).toEqual([]);
    await save({ minordervalue: 60, name: shop.name });
    const changed = { action: 'settings.changed', before: { minordervalue: 200 }, after: { minordervalue: 60 } };
    expect(await activities()).toMatchObject([changed]);
  });

  it('show and take an email for the platform’s own shop only', async () => {
    await save({ email: 'next@haat.example' });
    expect((await row()).email).toBeNull();
    expect((await admin.get(`/api/shops/${shop.id}/settings`)).body).not.toHaveProperty('email');
    await Shop.query().findById(shop.id).patch({ isPlatform: true });
    expect((await save({ email: 'next@haat.example' })).body.email).toBe('next@haat.example');
    expect((await shown()).email).toBe('next@haat.example');
  });

  it('of a shop are for its own admins', async () => {
    const other = await createShop();
    const foreign = api.as(await api.signIn({ user: await createMember({ shop: other, role: 'admin' }), shop: other }));
    for (const who of [foreign, vendor]) expect((await save({ name: 'Taken over' }, who)).status).toBe(403);
    expect((await foreign.get(`/api/shops/${shop.id}/settings`)).status).toBe(403);
    expect((await row()).name).toBe(shop.name);
  });
});

describe('the pause', () => {
  it('is seen by everybody, refuses orders in words, and ends', async () => {
    const { variants } = await createProduct({ shop, variants: [{ pricePaise: 30_000 }] });
    const customer = api.as(await api.signIn({ user: await createUser(), shop }));
    const order = () => customer.post('/api/orders', { body: orderBody([{ variant: variants[0]! }]) });
    expect((await pause(true)).body).toEqual({ paused: true, paused_until: null });
    expect((await shown()).paused).toBe(true);
    expect((await order()).body).toMatchObject({
      code: 'shop_closed',
      error: `${shop.name} is not taking orders at the moment.`,
    });
    await pause(false);
    expect([(await shown()).paused, (await order()).status]).toEqual([false, 201]);
  });

  it('ends automatically where it has an end, without any job', async () => {
    const { variants } = await createProduct({ shop, variants: [{ pricePaise: 30_000 }] });
    const customer = api.as(await api.signIn({ user: await createUser(), shop }));
    const order = () => customer.post('/api/orders', { body: orderBody([{ variant: variants[0]! }]) });
    const { paused_until: until } = (await pause(true, 30)).body;
    const minutes = (Date.parse(until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29.5);
    expect(minutes).toBeLessThan(31);
    expect(until).toMatch(/:00\.000Z$/);
    expect(await shown()).toMatchObject({ paused: true, paused_until: until });
    expect((await order()).body.error).toMatch(/has paused its orders until \d+:\d\d [AP]M\.$/);
    const { pool } = database();
    await pool.query(`UPDATE shops SET paused_until = now() - interval '1 second' WHERE id = $1`, [shop.id]);
    expect(await shown()).toMatchObject({ paused: false, paused_until: null });
    const { shops } = (await api.as().get('/api/shops')).body;
    expect(shops ?? []).toEqual((shops ?? []).map((each: { paused: boolean }) => ({ ...each, paused: false })));
    expect((await order()).status).toBe(201);
    const [paused] = await activities();
    expect(paused).toMatchObject({ action: 'shop.paused', after: { pause_minutes: 30 } });
  });

  it('can be made longer, and lasts until it is resumed then', async () => {
    await pause(true, 15);
    const { paused_until: until } = (await pause(true, 60)).body;
    expect(Date.parse(until)).toBeGreaterThan(Date.now() + 45 * 60_000);
    expect((await pause(true)).body).toEqual({ paused: true, paused_until: null });
    await pause(false);
    expect(await shown()).toMatchObject({ paused: false, paused_until: null });
  });

  it.each([[0], [1.5], [1441], ['15'], [-1]])('is not for %j minutes', async (wrong) => {
    expect((await pause(true, wrong)).status).toBe(400);
  });

  it('is resumed at once, not in some minutes', async () => {
    expect((await pause(false, 15)).status).toBe(400);
  });

  it('can be of deliveries alone', async () => {
    const body = { paused: true, minutes: 30, fulfilment: 'delivery' };
    const { body: view } = await vendor.put(`/api/shops/${shop.id}/pause`, { body });
    expect(view).toEqual({ paused: false, paused_until: expect.any(String), paused_fulfilment: 'delivery' });
    expect(await shown()).toMatchObject(view);
    expect((await activities())[0]).toMatchObject({ after: { pause_minutes: 30, fulfilment: 'delivery' } });
    // Then of everything, and of nothing.
    expect((await pause(true)).body).toEqual({ paused: true, paused_until: null });
    expect((await pause(false)).body).toEqual({ paused: false, paused_until: null });
  });

  it('is signalled to the catalogs that are being viewed', async () => {
    const version = async () =>
      (await database().pool.query('SELECT version FROM catalogs WHERE shop_id = $1', [shop.id])).rows[0].version;
    const before = await version();
    await pause(true);
    expect(await version()).toBe(before + 1);
  });

  it('is logged once when it is requested several times', async () => {
    await Promise.all([pause(true), pause(true), pause(true)]);
    await pause(false);
    expect((await activities()).map(({ action }: { action: string }) => action)).toEqual([
      'shop.opened',
      'shop.paused',
    ]);
  });

  it.each([[undefined], [null], ['true'], [1]])('is not %j', async (wrong) => {
    expect((await pause(wrong)).status).toBe(400);
    expect((await shown()).paused).toBe(false);
  });
});
