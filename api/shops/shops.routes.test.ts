import { shopCard, shopView } from '@haat/contract/shops/shops.calls';
import { database } from '@haat/core/db/database';
import { setPaymentGateways } from '@haat/core/gateways/payments/gateways';
import { stripeGateway } from '@haat/core/gateways/payments/stripe-gateway';
import { createProduct, createPublicShop, createShop } from '@haat/core/test/factories';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { apiTest } from '../test/api-client.ts';

const api = apiTest();

describe('GET /api/shops/{slug}', () => {
  it('answers the shop in the shape of the contract', async () => {
    const shop = await createShop({
      slug: 'malnad-dairy',
      minOrderPaise: 15050,
      openTime: '06:00',
      closeTime: '21:00',
    });
    const { status, body } = await api.as().get('/api/shops/malnad-dairy');
    expect(status).toBe(200);
    expect(z.strictObject(shopView.shape).parse(body)).toMatchObject({
      id: shop.id,
      minordervalue: 150.5,
      open_time: '06:00',
      close_time: '21:00',
      time_zone: 'Asia/Kolkata',
      paused: false,
    });
  });

  it('names who can be paid through', async () => {
    await createShop({ slug: 'paid-online' });
    const offered = async () => (await api.as().get('/api/shops/paid-online')).body.payment_providers;
    expect(await offered()).toEqual([]);
    setPaymentGateways({ stripe: stripeGateway({ secretKey: 'sk_test_k' }) });
    expect(await offered()).toEqual(['stripe']);
    setPaymentGateways({});
  });

  it('names 200 rupees where the shop has no minimum, and keeps an explicit zero', async () => {
    await createShop({ slug: 'no-minimum' });
    await createShop({ slug: 'zero', minOrderPaise: 0 });
    expect((await api.as().get('/api/shops/no-minimum')).body.minordervalue).toBe(200);
    expect((await api.as().get('/api/shops/zero')).body.minordervalue).toBe(0);
  });

  it('shows the email of the platform only', async () => {
    await createShop({ slug: 'haat', isPlatform: true, email: 'hello@haat.example' });
    await createShop({ slug: 'private', email: 'owner@private.example' });
    expect((await api.as().get('/api/shops/haat')).body.email).toBe('hello@haat.example');
    expect((await api.as().get('/api/shops/private')).text).not.toContain('owner@');
  });

  it('finds a slug in any case, unless another shop has that exact slug', async () => {
    const [small, camel] = [await createShop({ slug: 'raju-stores' }), await createShop({ slug: 'RajuStores' })];
    await createShop({ slug: 'rajustores' });
    expect((await api.as().get('/api/shops/Raju-Stores')).body).toMatchObject({ id: small.id, slug: 'raju-stores' });
    expect((await api.as().get('/api/shops/RajuStores')).body).toMatchObject({ id: camel.id, slug: 'RajuStores' });
  });

  it('does not find an unknown one', async () => {
    const { status, body } = await api.as().get('/api/shops/nobody');
    expect([status, body]).toEqual([404, { code: 'not_found', error: 'Shop Not Found', message: 'Shop Not Found' }]);
  });

  it('says of a suspended one that it is, and not why', async () => {
    await createShop({ slug: 'suspended', suspendedAt: new Date(), suspendedReason: 'Expired licence' });
    const { status, body, text } = await api.as().get('/api/shops/suspended');
    expect([status, shopView.parse(body).suspended]).toEqual([200, true]);
    expect(text).not.toContain('licence');
  });

  it('says of a shop without a published product that it is getting ready, until it has its first', async () => {
    const shop = await createShop({ slug: 'new-shop' });
    await createShop({ slug: 'the-platform', isPlatform: true });
    const isReadying = async (slug: string) =>
      shopView.parse((await api.as().get(`/api/shops/${slug}`)).body).getting_ready;
    expect(await isReadying('new-shop')).toBe(true);
    expect(await isReadying('the-platform')).toBeUndefined();
    await createProduct({ shop });
    expect(await isReadying('new-shop')).toBeUndefined();
  });

  it.each(['a%00b', "x'%20or%201=1--", '%3Cscript%3E', 'a'.repeat(65), '%20', 'a%0d%0ab'])(
    'refuses %s as a slug',
    async (slug) => {
      const { status, body } = await api.as().get(`/api/shops/${slug}`);
      expect([status, body.code]).toEqual([400, 'invalid_input']);
    },
  );

  it('ignores an expired token', async () => {
    await createShop({ slug: 'stale' });
    expect((await api.as('garbage').get('/api/shops/stale')).status).toBe(200);
  });
});

describe('GET /api/shops', () => {
  it('lists what is near, with the distance in kilometres of two decimals', async () => {
    await database().pool.query('TRUNCATE shops CASCADE');
    await createPublicShop({ slug: 'near', latitude: 12.93, longitude: 77.593 });
    await createPublicShop({ slug: 'here' });
    const { status, body } = await api.as().get('/api/shops?lat=12.925&lng=77.593');
    expect(status).toBe(200);
    const cards = z.array(z.strictObject(shopCard.shape)).parse(body);
    expect(cards.map(({ slug, distance_km }) => [slug, distance_km])).toEqual([
      ['here', 0],
      ['near', 0.56],
    ]);
  });

  it('lists all, each with its position where it has one', async () => {
    await database().pool.query('TRUNCATE shops CASCADE');
    await createPublicShop({ slug: 'here', latitude: 12.93, longitude: 77.593 });
    await createPublicShop({ slug: 'unknown', latitude: null, longitude: null });
    const { body } = await api.as().get('/api/shops');
    const cards = z.array(z.strictObject(shopCard.shape)).parse(body);
    expect(cards.map(({ slug, latitude, longitude }) => [slug, latitude, longitude])).toEqual([
      ['here', 12.93, 77.593],
      ['unknown', undefined, undefined],
    ]);
  });

  it('lists those that take no orders for now, and says so, near and among all', async () => {
    await database().pool.query('TRUNCATE shops CASCADE');
    await createPublicShop({ slug: 'away', pausedAt: new Date() });
    await createPublicShop({ slug: 'there' });
    for (const query of ['?lat=12.925&lng=77.593', '']) {
      const { body } = await api.as().get(`/api/shops${query}`);
      const cards = z.array(shopCard).parse(body);
      expect(cards.map(({ slug, paused, open }) => [slug, paused, open])).toEqual(
        expect.arrayContaining([
          ['away', true, false],
          ['there', false, true],
        ]),
      );
    }
  });

  it('answers an empty list in the middle of the ocean', async () => {
    expect((await api.as().get('/api/shops?lat=0&lng=0')).body).toEqual([]);
  });

  it('lists all of them without coordinates, open ones first, then by name, paged', async () => {
    await database().pool.query('TRUNCATE shops CASCADE');
    await createPublicShop({ slug: 'c', name: 'Anand', trade: 'Bakery', pausedAt: new Date() });
    await createPublicShop({ slug: 'b', name: 'Chaya', minOrderPaise: 9950 });
    await createPublicShop({ slug: 'a', name: 'Balaji' });
    await createPublicShop({ isPlatform: true });
    await createPublicShop({ suspendedAt: new Date() });
    const all = z.array(z.strictObject(shopCard.shape)).parse((await api.as().get('/api/shops')).body);
    expect(
      all.map(({ slug, open, trade, sign, minordervalue }) => [slug, open, trade, sign.emoji, minordervalue]),
    ).toEqual([
      ['a', true, null, '🏪', 200],
      ['b', true, null, '🏪', 99.5],
      ['c', false, 'Bakery', '🍞', 200],
    ]);
    const page = await api.as().get(`/api/shops?limit=2&after=${all[0]!.id}&after_open=true`);
    expect(page.body.map((shop: { slug: string }) => shop.slug)).toEqual(['b', 'c']);
    expect((await api.as().get(`/api/shops?after=${all[2]!.id}&after_open=false`)).body).toEqual([]);
  });

  it.each([
    'lat=91&lng=0',
    'lat=-90.1&lng=0',
    'lat=0&lng=180.5',
    'lat=NaN&lng=0',
    'lat=Infinity&lng=0',
    'lat=1e1&lng=0',
    'lat=12.9',
    'lng=77',
    'lat=&lng=',
    'lat=12&lat=13&lng=77',
    'lat=12%00&lng=77',
    "lat=12'&lng=77",
    'limit=0',
    'limit=1000',
    'limit=-1',
    'after=0',
    'after=1&after_open=yes',
    'after=99999999999999999999',
    'after[]=1',
  ])('refuses %s', async (query) => {
    const { status, body } = await api.as().get(`/api/shops?${query}`);
    // A name that the contract does not know is not an error.
    expect([status, body.code ?? 'list']).toEqual(query.startsWith('after[') ? [200, 'list'] : [400, 'invalid_input']);
  });
});
