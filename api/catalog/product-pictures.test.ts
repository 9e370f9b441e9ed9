import { emptyUploads, removeUploads, uploads, uploadsFolder } from '../test/uploads-folder.ts';
import { readFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { database } from '@haat/core/db/database';
import { createMember, createProduct, createShop } from '@haat/core/test/factories';
import { clearLimits } from '@haat/core/test/limits';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type Answer, type ApiCaller, type SignedIn } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { createRequiredOptions, REQUIRED_FIELDS } from '../test/required-fields.ts';

const api = apiTest();
let signedIn: SignedIn;
let vendor: ApiCaller;
let productId: number;
let photo: Buffer;
beforeAll(async () => {
  await createRequiredOptions();
  const shop = await createShop();
  signedIn = await api.signIn({ user: await createMember({ shop }), shop });
  vendor = api.as(signedIn);
  productId = (await createProduct({ shop })).product.id;
  const create = { width: 400, height: 300, channels: 3 as const, background: '#393' };
  photo = await sharp({ create })
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 55/1 30/1' } })
    .toBuffer();
});
afterAll(() => removeUploads());
beforeEach(async () => {
  await clearLimits();
  emptyUploads();
});

/** A PNG of a few bytes that says it has 30,000 × 30,000 pixels. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(100_000)));
  return Buffer.concat([signature, chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))]);
}

const file = (bytes: string | Uint8Array, name: string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type: 'image/jpeg' });

const HOSTILE = [
  { what: 'an SVG', status: 415, sent: () => file('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'a.jpg') },
  { what: 'a page named .jpg', status: 415, sent: () => file('<html><script>alert(1)</script>', 'a.jpg') },
  { what: 'a GIF', status: 415, sent: () => file('GIF89a\u0001\u0000\u0001\u0000', 'a.gif') },
  { what: 'a picture that breaks off', status: 422, sent: () => file(photo.subarray(0, photo.length / 2), 'a.jpg') },
  { what: 'one of 30,000 × 30,000 pixels', status: 422, sent: () => file(bomb(), 'a.png') },
  { what: 'one of 100 MB', status: 413, sent: () => file(new Uint8Array(100_000_000), 'a.jpg') },
];

const CALLS: { method: string; path: () => string; fields: Record<string, string> }[] = [
  {
    method: 'POST',
    path: () => '/api/products',
    fields: { name: 'Coconut', price: '45', stock: '3', ...REQUIRED_FIELDS },
  },
  { method: 'PUT', path: () => `/api/products/${productId}`, fields: { name: 'Changed' } },
];

describe.each(CALLS)('$method of a product', ({ method, path, fields }) => {
  it.each(HOSTILE)('refuses $what in words, changes nothing and keeps no file', async ({ status, sent }) => {
    const rows = async () => (await database().pool.query('SELECT id, name, image FROM products ORDER BY id')).rows;
    const before = await rows();
    const body = formOf({ ...fields, image: sent() });
    const answer: Answer = await vendor.request(method, path(), { body }).catch(brokenOff);
    expect(status === 413 ? [status, 0] : [status]).toContain(answer.status);
    if (answer.status !== 0) expect(answer.body.message).toMatch(/^The (picture|form) .*\.?$/);
    expect(await rows()).toEqual(before);
    expect(uploads()).toEqual([]);
  });

  it('keeps a picture without what the camera wrote into it, under a name of ours', async () => {
    const image = file(photo, '../../../etc/cron.d/evil.jpg');
    const { body } = await vendor.request(method, path(), { body: formOf({ ...fields, image }) });
    expect(body.image).toMatch(/^\/uploads\/[\da-f-]{36}-320\.webp$/);
    const names = uploads();
    expect(names).toHaveLength(3);
    for (const name of names) {
      const bytes = readFileSync(join(uploadsFolder, name));
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
      expect(bytes.includes('SecretCamera')).toBe(false);
    }
  });

  it('is given up when its sender hangs up half-way', async () => {
    const headers = { authorization: `Bearer ${signedIn.token}`, 'content-type': 'multipart/form-data; boundary=x' };
    for (let aborted = 0; aborted < 10; aborted += 1) {
      const half = send(api.url + path(), { method, headers });
      half.on('error', () => {});
      half.write('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n');
      half.write(photo.subarray(0, 500));
      await new Promise((resolve) => half.once('socket', (socket) => socket.once('connect', resolve)));
      half.destroy();
    }
    expect((await vendor.request(method, path(), { body: formOf(fields) })).status).toBeLessThan(300);
    expect(uploads()).toEqual([]);
  });
});

// The server may close the connection of a client that goes on sending before the client reads the answer.
const brokenOff = (): Answer => ({ status: 0, headers: new Headers(), body: undefined, text: '' });
