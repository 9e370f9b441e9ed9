import { searchResults } from '@haat/contract/shops/search.calls';
import { createProduct, createShop } from '@haat/core/test/factories';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiTest } from '../test/api-client.ts';

const PER_MINUTE = 100;
vi.hoisted(() => {
  process.env.SEARCHES_PER_IP_PER_MINUTE = '100';
  process.env.TRUSTED_PROXIES = '1';
});

const api = apiTest();
const search = (query: Record<string, string>) => api.as().get(`/api/search?${new URLSearchParams(query)}`);

beforeAll(async () => {
  const dairy = await createShop({ slug: 'malnad-dairy', name: 'Malnad Dairy', openTime: '00:00', closeTime: '00:00' });
  const variants = [
    { unit: '1 l', stock: 0, pricePaise: 5600 },
    { unit: '500 ml', stock: 7, pricePaise: 2850, mrpPaise: 3000 },
  ];
  await createProduct({ shop: dairy, name: 'Toned milk', image: 'milk-320.webp', variants });
  for (let nth = 1; nth <= 24; nth += 1) await createProduct({ shop: dairy, name: `Milk sweet ${nth}` });
  const paused = await createShop({ slug: 'paused-dairy', name: 'Paused Dairy', pausedAt: new Date() });
  await createProduct({ shop: paused, name: 'Paused milk' });
});

describe('GET /api/search', () => {
  it('answers products and shops in the shape of the contract', async () => {
    const { status, body } = await search({ q: 'toned', lat: '12.925', lng: '77.593' });
    expect(status).toBe(200);
    expect(searchResults.parse(body)).toEqual(body);
    expect(body.products).toEqual([
      expect.objectContaining({
        name: 'Toned milk',
        image: 'milk-320.webp',
        price: 28.5,
        mrp: 30,
        unit: '500 ml',
        in_stock: true,
        variant_count: 2,
        variant: expect.objectContaining({ stock: 7, size: null, unit: expect.objectContaining({ name: '500 ml' }) }),
        shop: expect.objectContaining({ slug: 'malnad-dairy', open: true, paused: false, distance_km: 0 }),
      }),
    ]);
    expect((await search({ q: 'malnad' })).body.shops).toEqual([
      expect.objectContaining({ slug: 'malnad-dairy', name: 'Malnad Dairy', open: true }),
    ]);
    expect((await search({ q: 'malnad' })).body.shops[0]).not.toHaveProperty('distance_km');
  });

  it.each(['toned mlik', 'दूध', 'DOODH', 'haalu'])('finds milk as %j', async (q) => {
    const { body } = await search({ q });
    expect(body.products.map(({ name }: { name: string }) => name)).toContain('Toned milk');
    expect(JSON.stringify(body)).not.toContain('Paused');
  });

  it('answers the products of a price, with their variant of that price, and corrects no spelling for it', async () => {
    const found = async (query: Record<string, string>) =>
      (await search(query)).body.products.map(({ name, price }: { name: string; price: number }) => `${name} ${price}`);
    expect(await found({ q: 'toned milk', min_price: '50', max_price: '56' })).toEqual(['Toned milk 56']);
    expect(await found({ q: 'toned', max_price: '28' })).toEqual([]);
    expect(await found({ q: 'doodh', min_price: '28', max_price: '29', lat: '12.925', lng: '77.593' })).toEqual([
      'Toned milk 28.5',
    ]);
    const none = await search({ q: 'toned milk', min_price: '57' });
    expect([none.status, none.body.products, none.body.instead]).toEqual([200, [], undefined]);
    expect((await search({ q: 'milk', min_price: '1.5' })).status).toBe(400);
  });

  it('answers 20 products, or as many as asked for', async () => {
    expect((await search({ q: 'milk' })).body.products).toHaveLength(20);
    expect((await search({ q: 'milk', limit: '3' })).body.products).toHaveLength(3);
    expect((await search({ q: 'milk', limit: '50' })).body.products).toHaveLength(25);
  });

  it.each([{ q: '' }, { q: 'm' }, { q: '  ' }, { q: '%' }])('finds nothing for $q', async (query) => {
    expect((await search(query)).body).toEqual({ products: [], shops: [] });
  });

  it.each([
    {},
    { q: 'x'.repeat(101) },
    { q: 'milk\u0000' },
    { q: 'mi\nlk' },
    { q: 'milk', limit: '0' },
    { q: 'milk', limit: '51' },
    { q: 'milk', lat: '12.9' },
    { q: 'milk', lat: '91', lng: '0' },
  ])('rejects %j', async (query) => {
    const { status, body } = await search(query as Record<string, string>);
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_input');
  });

  it.each(['milk '.repeat(2_000), '1'.repeat(10_000), 'x'.repeat(10_000)])(
    'refuses 10 kB, saying how much it reads, before it reads the words',
    async (q) => {
      const from = performance.now();
      const { status, body } = await search({ q });
      expect([status, body.error]).toEqual([400, 'q must have at most 100 characters']);
      expect(performance.now() - from).toBeLessThan(100);
    },
  );

  it('answers 429 with the time to wait to an address that searches too often, and serves the others', async () => {
    const from = (address: string) => api.as().get('/api/search?q=toned', { headers: { 'x-forwarded-for': address } });
    for (let nth = 0; nth < PER_MINUTE; nth += 1) expect((await from('203.0.113.7')).status).toBe(200);
    const refused = await from('203.0.113.7');
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      code: 'rate_limited',
      error: expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds\.$/),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('203.0.113.8')).status).toBe(200);
  });
});
