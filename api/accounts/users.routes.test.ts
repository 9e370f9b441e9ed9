import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { request as send } from 'node:http';
import { updatedProfileView, userView } from '@haat/contract/accounts/users.calls';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { User } from '@haat/core/db/accounts.models';
import { closeQueues } from '@haat/core/queue/queues';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { createShop, createUser, type UserWithEmail } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { clearLimits } from '@haat/core/test/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiCaller, type SignedIn, startApi, type TestApi } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';

const folder = vi.hoisted(() => {
  process.env.UPLOADS_DIR = `${process.env.TMPDIR ?? '/tmp'}/haat-profile-${process.pid}-${Date.now()}`;
  return process.env.UPLOADS_DIR;
});

let api: TestApi;
let shop: Shop;
let user: UserWithEmail;
let me: ApiCaller;
let signedIn: SignedIn;
beforeAll(async () => {
  mkdirSync(folder);
  connectDatabase();
  api = await startApi();
  shop = await createShop();
});
afterAll(async () => {
  await api.stop();
  await dispatchesSettled();
  await closeQueues();
  await closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await clearLimits();
  user = await createUser();
  signedIn = await api.signIn({ user, shop });
  me = api.as(signedIn);
});

const row = () => User.query().findById(user.id).throwIfNotFound();
const save = (fields: Record<string, string | Blob>, who = me): Promise<Answer> =>
  who.post('/api/users/update-profile', {
    body: formOf({ name: 'Test Customer', email: user.email, mobile: '', ...fields }),
  });
const photo = async (size = 700): Promise<Blob> => {
  const create = { width: size, height: size, channels: 3 as const, background: '#c33' };
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' });
};

describe('name and mobile', () => {
  it('change at once, and the answer is the user as everybody reads it', async () => {
    const { status, body } = await save({ name: '  Test Name ', mobile: ' 9000000001 ' });
    const contacts = { email: user.email, mobile: '9000000001', login_mobile: null };
    const now = { id: user.id, name: 'Test Name', ...contacts, profile_image: null, language: null };
    expect([status, updatedProfileView.strict().parse(body)]).toEqual([200, now]);
    expect(userView.strict().parse((await me.get('/api/users/me')).body)).toEqual(now);
  });

  it('an empty mobile clears it, none leaves it alone', async () => {
    await save({ mobile: '9000000001' });
    const fields = { name: 'Test Customer', email: user.email };
    await me.post('/api/users/update-profile', { body: formOf(fields) });
    expect((await row()).mobile).toBe('9000000001');
    await save({ mobile: '' });
    expect((await row()).mobile).toBeNull();
  });

  it.each([
    [{ name: '' }],
    [{ name: '   ' }],
    [{ name: 'a\u0000b' }],
    [{ name: 'x'.repeat(101) }],
    [{ email: '' }],
    [{ email: 'a@b' }],
    [{ email: 'a@b.in\r\nBcc: c@d.in' }],
    [{ mobile: '5000000001' }],
    [{ mobile: '900000000' }],
    [{ mobile: '90000000011' }],
  ])('refuses %j and changes nothing', async (wrong) => {
    const { status, body } = await save({ name: 'Another Name', ...wrong });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect((await row()).name).toBe('Test Customer');
  });

  it('ignore other fields of the form', async () => {
    await save({
      id: '1',
      role: 'vendor',
      is_platform_admin: 'true',
      isPlatformAdmin: 'true',
      pending_email: 'x@y.in',
    });
    expect(await row()).toMatchObject({ id: user.id, isPlatformAdmin: false, pendingEmail: null });
  });
});

describe('the picture', () => {
  it('is there in three sizes, to be kept for ever, and its predecessor is gone', async () => {
    const { body } = await save({ profileImage: await photo() });
    expect(body.profile_image).toMatch(/^\/uploads\/[\da-f-]{36}-320\.webp$/);
    const paths = [160, 320, 640].map((width) => body.profile_image.replace('-320', `-${width}`));
    for (const path of paths) {
      const { status, headers } = await api.as().get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(headers.get('cache-control')).toBe('max-age=31536000,immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    const next = await save({ profileImage: await photo(300) });
    expect(next.body.profile_image).not.toBe(body.profile_image);
    expect(readdirSync(folder)).toHaveLength(3);
    expect((await api.as().get(paths[0])).status).toBe(404);
  });

  it('stays when none is sent, or an empty one as browsers send', async () => {
    const { body } = await save({ profileImage: await photo() });
    await save({});
    const again = await save({ profileImage: new Blob([]) });
    expect([again.status, again.body.profile_image]).toEqual([200, body.profile_image]);
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 415, 'unsupported_media_type'],
    ['HTML', '<script>alert(1)</script>', 415, 'unsupported_media_type'],
    ['more than 5 MB', 'x'.repeat(5 * 1024 * 1024 + 1), 413, 'payload_too_large'],
  ])('is refused as %s that calls itself a picture, and nothing is left of it', async (_, text, status, code) => {
    const before = readdirSync(folder).length;
    const answer = await save({ name: 'Another Name', profileImage: new Blob([text], { type: 'image/png' }) });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await row()).name).toBe('Test Customer');
    expect(readdirSync(folder)).toHaveLength(before);
  });

  it('is refused when it breaks off', async () => {
    const whole = await photo();
    const answer = await save({ profileImage: whole.slice(0, whole.size / 2) });
    expect([answer.status, answer.body.code]).toEqual([422, 'image_unreadable']);
  });

  it('leaves no file behind when the rest is refused', async () => {
    await save({ email: 'later@haat.example' });
    const before = readdirSync(folder).length;
    const limited = await save({ email: 'later@haat.example', profileImage: await photo() });
    expect(limited.status).toBe(200);
    await save({ email: user.email });
    const refused = await save({ email: 'later@haat.example', profileImage: await photo() });
    expect(refused.body.code).toBe('rate_limited');
    expect(readdirSync(folder)).toHaveLength(before + 3);
  });

  it('of ten at once, one is stored', async () => {
    const before = readdirSync(folder).length;
    const pictures = await Promise.all(Array.from({ length: 10 }, (_, index) => photo(200 + index)));
    const answers = await Promise.all(pictures.map((profileImage) => save({ profileImage })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(readdirSync(folder)).toHaveLength(before + 3);
    expect((await api.as().get((await row()).profileImage ?? '')).status).toBe(200);
  });
});

describe('the form', () => {
  const raw = (body: string, type = 'multipart/form-data; boundary=x') =>
    me.post('/api/users/update-profile', { body, headers: { 'content-type': type } });

  it.each([
    ['JSON', '{"name":"A"}', 'application/json', 415],
    ['a plain form', 'name=A', 'application/x-www-form-urlencoded', 415],
    ['no boundary', '--x--', 'multipart/form-data', 400],
    ['no end', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nA', undefined, 400],
    ['a broken part', '--x\r\nnonsense\r\n\r\nA\r\n--x--\r\n', undefined, 400],
    ['nothing', '', undefined, 400],
  ])('is refused as %s', async (_, body, type, status) => {
    const answer = await raw(body, type);
    expect([answer.status, typeof answer.body.code]).toEqual([status, 'string']);
  });

  it.each([
    ['a file in another field', { avatar: new Blob(['x']) }, 400],
    ['forty fields', Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x'])), 413],
    ['a field that is too long', { name: 'x'.repeat(70_000) }, 413],
    ['a name of a field that is too long', { ['x'.repeat(200)]: 'x' }, 413],
  ])('is refused with %s', async (_, fields, status) => {
    expect((await save(fields as Record<string, string>)).status).toBe(status);
  });

  it('is safe with property names of objects', async () => {
    const answer = await save({ ['__proto__']: 'x', constructor: 'x', 'name[__proto__][x]': '1', toString: 'x' });
    expect([200, 400]).toContain(answer.status);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('is given up when its sender hangs up, and the next one is answered', async () => {
    const headers = { authorization: `Bearer ${signedIn.token}`, 'content-type': 'multipart/form-data; boundary=x' };
    for (let aborted = 0; aborted < 20; aborted += 1) {
      const half = send(`${api.url}/api/users/update-profile`, { method: 'POST', headers });
      half.on('error', () => {});
      half.write('--x\r\nContent-Disposition: form-data; name="profileImage"; filename="a.png"\r\n\r\nhalf');
      await new Promise((resolve) => half.once('socket', (socket) => socket.once('connect', resolve)));
      half.destroy();
    }
    expect((await save({})).status).toBe(200);
  });
});

it('keeps the invariants of the database', async () => expect(await brokenInvariants(database().pool)).toEqual([]));
