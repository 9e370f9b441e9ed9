import { pictureBucket, uploads } from '../test/picture-bucket.ts';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { clearOrphanPictures } from '@haat/core/platform/clear-orphan-pictures';
import type { UserWithEmail } from '@haat/core/test/factories';
import { createMember, createShop } from '@haat/core/test/factories';
import { clearLimits } from '@haat/core/test/limits';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPhoto } from '../test/photo.ts';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';

// Each call is tried three times; of one picture three files are put.
const AWAY = { status: 503, times: 9 };
const SOON = { timeout: 30_000, interval: 50 };

const api = apiTest();
let admin: ApiCaller;
let shop: Shop;
let user: UserWithEmail;
afterAll(() => pictureBucket.stop());
beforeEach(async () => {
  pictureBucket.bucket.objects.clear();
  await clearLimits();
  await database().pool.query('DELETE FROM stored_pictures');
  shop = await createShop();
  user = await createMember({ shop, role: 'admin' });
  admin = api.as(await api.signIn({ user, shop }));
});

const uploadFace = async () =>
  admin.post('/api/users/update-profile', {
    body: formOf({ name: 'Test Admin', email: user.email, mobile: '', profileImage: await createPhoto() }),
  });
const uploadFront = async () =>
  admin.put(`/api/shops/${shop.id}/picture`, { body: formOf({ picture: await createPhoto({ width: 2000 }) }) });
const pathsStored = async () =>
  (await database().pool.query<{ path: string }>('SELECT path FROM stored_pictures')).rows.map(({ path }) => path);
const nameOf = (path: string): string => path.replace('/uploads/', '');

async function callsDuring<Result>(work: () => Promise<Result>): Promise<{ result: Result; calls: string[] }> {
  const before = pictureBucket.calls.length;
  const result = await work();
  return { result, calls: pictureBucket.calls.slice(before) };
}

describe('a picture that was uploaded', () => {
  it('is in the bucket in three widths and is handed out from there, to be kept for ever', async () => {
    const { status, body } = await uploadFace();
    expect([status, uploads().length]).toEqual([200, 3]);
    const seen = await fetch(api.url + body.profile_image);
    const { headers } = seen;
    const bytes = Buffer.from(await seen.arrayBuffer());
    expect((await sharp(bytes).metadata()).width).toBe(320);
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual(['image/webp', String(bytes.length)]);
    expect(headers.get('cache-control')).toBe('max-age=31536000,immutable');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is answered with 304 for a matching ETag, without a call to the bucket', async () => {
    const path = (await uploadFace()).body.profile_image;
    const etag = (await api.as().get(path)).headers.get('etag') ?? '';
    const again = await callsDuring(() => api.as().get(path, { headers: { 'if-none-match': etag } }));
    expect([again.result.status, again.result.headers.get('cache-control'), again.calls]).toEqual([
      304,
      'max-age=31536000,immutable',
      [],
    ]);
  });

  it('answers HEAD like GET, without the file', async () => {
    const path = (await uploadFace()).body.profile_image;
    const { status, text, headers } = await api.as().request('HEAD', path);
    const length = pictureBucket.bucket.objects.get(nameOf(path))?.bytes.length;
    expect([status, text, headers.get('content-length')]).toEqual([200, '', String(length)]);
  });

  it('is replaced by the next one', async () => {
    const path = (await uploadFace()).body.profile_image;
    const next = (await uploadFace()).body.profile_image;
    expect(uploads()).toHaveLength(3);
    expect(await pathsStored()).toEqual([next]);
    expect((await api.as().get(path)).status).toBe(404);
  });

  it('is the front of a shop at every address of it', async () => {
    await uploadFront();
    const sent = await fetch(`${api.url}/images/shops/240/${shop.slug}.jpeg`);
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([200, 'max-age=60']);
    expect((await sharp(Buffer.from(await sent.arrayBuffer())).metadata()).width).toBe(240);
  });
});

describe('while the store is unavailable', () => {
  it.each([
    ['from the start', AWAY],
    ['for the last of the files', { status: 503, times: 3, key: '-640' }],
  ])('nothing is changed and nothing is left of an upload, %s', async (_, fault) => {
    pictureBucket.fault({ ...fault, method: 'PUT' });
    const { status, body, headers } = await uploadFace();
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    expect((await admin.get('/api/users/me')).body.profile_image ?? null).toBeNull();
    await vi.waitFor(() => expect(uploads()).toEqual([]), SOON);
    // For a call that the store carries out after it has failed.
    expect(await pathsStored()).toHaveLength(1);
    expect((await uploadFace()).status).toBe(200);
  });

  it('a picture is answered with 503, without cache headers', async () => {
    const path = (await uploadFace()).body.profile_image;
    pictureBucket.fault({ status: 503, times: 3, method: 'GET' });
    const { status, headers } = await api.as().get(path);
    expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([503, null, null]);
    expect((await api.as().get(path)).status).toBe(200);
  });

  it('a picture that breaks off is an error for its client', async () => {
    const path = (await uploadFace()).body.profile_image;
    pictureBucket.fault({ half: 'broken', method: 'GET' });
    await expect(fetch(api.url + path).then((answer) => answer.arrayBuffer())).rejects.toThrow('terminated');
    expect((await api.as().get(path)).status).toBe(200);
  });

  it('a picture of before can be replaced, and is cleared away later', async () => {
    const before = (await uploadFace()).body.profile_image;
    pictureBucket.fault({ status: 503, times: 9, method: 'DELETE' });
    const { status, body } = await uploadFace();
    expect([status, body.profile_image === before]).toEqual([200, false]);
    expect(uploads()).toContain(nameOf(before));
    expect(await pathsStored()).toContain(before);
    const { calls } = await callsDuring(() => clearOrphanPictures());
    expect([uploads().length, await pathsStored()]).toEqual([3, [body.profile_image]]);
    expect(calls.every((call) => call.startsWith('DELETE '))).toBe(true);
  });

  it('the files of a process that ended during an upload are removed a day later', async () => {
    pictureBucket.fault({ delayMs: 3_000, method: 'PUT', times: 3 });
    const uploading = uploadFace();
    // Written before the first file.
    await vi.waitFor(async () => expect(await pathsStored()).toHaveLength(1), SOON);
    expect(uploads()).toEqual([]);
    expect((await uploading).status).toBe(200);
    // As if no row of the user had been written.
    await database().pool.query('UPDATE users SET profile_image = NULL WHERE id = $1', [user.id]);
    await database().pool.query(`UPDATE stored_pictures SET check_at = now() + interval '1 minute'`);
    await clearOrphanPictures();
    expect(uploads()).toHaveLength(3);
    await database().pool.query(`UPDATE stored_pictures SET check_at = now()`);
    await clearOrphanPictures();
    expect([uploads(), await pathsStored()]).toEqual([[], []]);
  });
});

it.each(['/uploads/', '/uploads/a/b.webp', '/uploads/%2e%2e%2fx.webp', '/uploads/milk-320.webp'])(
  'has nothing at %s',
  async (path) => {
    const { status, headers } = await api.as().get(path);
    expect([status, headers.get('cache-control')]).toEqual([404, null]);
  },
);
