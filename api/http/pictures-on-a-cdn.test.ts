import { pictureBucket } from '../test/picture-bucket.ts';
import { createMember, createShop } from '@haat/core/test/factories';
import { afterAll, expect, it, vi } from 'vitest';
import { createPhoto } from '../test/photo.ts';
import { apiTest } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';

vi.hoisted(() => {
  process.env.UPLOADS_PUBLIC_URL = 'https://pictures.example/haat/';
});

const api = apiTest();
afterAll(() => pictureBucket.stop());

const placeOf = async (path: string) => {
  const { status, headers } = await fetch(api.url + path, { redirect: 'manual' });
  return [status, headers.get('location'), headers.get('cache-control')];
};

it('sends browsers there for what was uploaded, and lets their pages show it', async () => {
  const shop = await createShop();
  const admin = api.as(await api.signIn({ user: await createMember({ shop, role: 'admin' }), shop }));
  const { body } = await admin.put(`/api/shops/${shop.id}/picture`, { body: formOf({ picture: await createPhoto() }) });
  const name = body.picture.replace('/uploads/', '');
  expect(pictureBucket.bucket.objects.has(name)).toBe(true);
  expect(await placeOf(body.picture)).toEqual([302, `https://pictures.example/haat/${name}`, 'max-age=86400']);
  const whole = `https://pictures.example/haat/${name.replace('-560', '-1040')}`;
  expect(await placeOf(`/images/shops/${shop.slug}.jpeg`)).toEqual([302, whole, 'max-age=60']);
  const page = await api.as().get('/');
  expect(page.headers.get('content-security-policy')).toMatch(/img-src [^;]*https:\/\/pictures\.example(;| )/);
});

it.each(['/uploads/a/b.webp', '/uploads/..%2fx.webp', '/uploads/x'])('returns 404 for %s', async (path) => {
  expect((await api.as().get(path)).status).toBe(404);
});
