import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BucketServer, startBucket } from '../../tests/fixtures/bucket/start-bucket.ts';
import { GatewayError } from '../errors.ts';
import { collect } from '../test/collect.ts';
import { settingsOf } from '../test/picture-stores.ts';
import { type ImageStore, s3ImageStore } from './image-store.ts';

const MILK = 'milk-320.webp';
const bytes = Buffer.alloc(20_000, 'milk');
// Client and server share one process, on a machine that may have more to do.
const timeouts = { connectMs: 5_000, responseMs: 10_000, partMs: 10_000, totalMs: 50_000 };

let server: BucketServer;
let store: ImageStore;
const withTimeouts = (shorter: Partial<typeof timeouts>) =>
  s3ImageStore({ ...settingsOf(server), timeouts: { ...timeouts, ...shorter } });
beforeAll(async () => {
  server = await startBucket();
  store = s3ImageStore({ ...settingsOf(server), timeouts });
});
afterAll(() => server.stop());
beforeEach(() => server.bucket.objects.clear());
afterEach(() => void vi.useRealTimers());

const callsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = server.calls.length;
  await work();
  return server.calls.slice(before);
};

it('says what a picture is, and that it never changes', async () => {
  await store.put(MILK, bytes);
  await store.put('front-560.jpeg', bytes);
  const immutable = 'public, max-age=31536000, immutable';
  expect(server.bucket.objects.get(MILK)).toMatchObject({ type: 'image/webp', cacheControl: immutable });
  expect(server.bucket.objects.get('front-560.jpeg')).toMatchObject({ type: 'image/jpeg' });
});

describe('a store that fails for a moment', () => {
  it.each([
    ['refuses', { status: 503 }],
    ['breaks off before it did anything', { reset: 'before' }],
    ['breaks off after it did everything', { reset: 'after' }],
  ] as const)('is asked again when it %s', async (_, fault) => {
    server.fault({ ...fault, method: 'PUT' });
    const calls = await callsDuring(() => store.put(MILK, bytes));
    expect(calls).toEqual([`PUT ${MILK}`, `PUT ${MILK}`]);
    expect(server.bucket.objects.get(MILK)?.bytes.equals(bytes)).toBe(true);
  });

  it('is asked again when it is too slow', async () => {
    server.fault({ delayMs: 8_000, method: 'PUT' });
    const calls = await callsDuring(() => withTimeouts({ responseMs: 2_000 }).put(MILK, bytes));
    expect(calls).toEqual([`PUT ${MILK}`, `PUT ${MILK}`]);
    expect(server.bucket.objects.get(MILK)?.bytes.equals(bytes)).toBe(true);
  });
});

describe('a store that fails for long', () => {
  it('is asked three times and not more', async () => {
    server.fault({ status: 503, times: 3 });
    const calls = await callsDuring(() => expect(store.put(MILK, bytes)).rejects.toThrow(GatewayError));
    expect(calls).toHaveLength(3);
    expect(server.bucket.objects.size).toBe(0);
  });

  it('does not block a caller longer than the time limit of all attempts', async () => {
    server.fault({ delayMs: 2_000, method: 'GET' });
    await expect(withTimeouts({ totalMs: 500 }).open(MILK)).rejects.toThrow(GatewayError);
  });

  it('fails every call with "not available" when unreachable', async () => {
    const gone = await startBucket();
    const nowhere = s3ImageStore({ ...settingsOf(gone), timeouts });
    await gone.stop();
    await expect(nowhere.put(MILK, bytes)).rejects.toThrow('The picture store is not available');
    await expect(nowhere.open(MILK)).rejects.toThrow(GatewayError);
    await expect(nowhere.remove(MILK)).rejects.toThrow(GatewayError);
    await expect(collect(nowhere.list())).rejects.toThrow(GatewayError);
  });
});

it.each(['broken', 'silent'] as const)('does not wait for a picture that is %s half-way', async (half) => {
  await store.put(MILK, bytes);
  server.fault({ half, method: 'GET' });
  const picture = await withTimeouts({ partMs: 2_000 }).open(MILK);
  await expect(text(picture!.stream)).rejects.toThrow(/aborted|timed out/);
});

it('lets a slow reader have the whole picture, however long that takes', async () => {
  const large = Buffer.alloc(8_000_000, 'milk');
  await store.put(MILK, large);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const picture = await withTimeouts({ partMs: 5_000, totalMs: 500 }).open(MILK);
  let read = 0;
  for await (const part of picture!.stream) {
    if (read === 0) vi.advanceTimersByTime(1_000);
    read += (part as Buffer).length;
  }
  expect(read).toBe(large.length);
});

it('distinguishes a missing picture from a missing bucket and from wrong keys', async () => {
  expect(await store.open(MILK)).toBeUndefined();
  const [lost, locked] = [{ bucket: 'other' }, { secretAccessKey: 'guessed' }].map((wrong) =>
    s3ImageStore({ ...settingsOf(server), ...wrong }),
  );
  await expect(lost!.open(MILK)).rejects.toMatchObject({ cause: { name: 'NoSuchBucket' } });
  await expect(locked!.open(MILK)).rejects.toMatchObject({ cause: { name: 'SignatureDoesNotMatch' } });
  await expect(locked!.put(MILK, bytes)).rejects.toThrow(GatewayError);
  expect(server.bucket.objects.size).toBe(0);
});
