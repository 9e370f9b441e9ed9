import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Connections, CrashPoints } from './crash-points.ts';

/** A service that counts what it did; the test is the program that calls it. */
const done: string[] = [];
const server = createServer((request, response) => {
  done.push(`${request.method} ${request.url}`);
  response.end('{}');
});
let connections: Connections;
let points: CrashPoints;
let kills = 0;
const kill = () => void (kills += 1);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(async () => {
  points = new CrashPoints();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  connections = await Connections.to({ SERVICE_URL: url }, points);
  done.length = 0;
  kills = 0;
});
afterAll(() => void server.close());

/** Whether it was answered. */
const call = (path: string, method = 'POST'): Promise<boolean> =>
  fetch(connections.env.SERVICE_URL + path, { method, headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  );

it('kills before an effect, which then never happens', async () => {
  const crashed = connections.crash('before', kill);
  expect(await call('/v1/refunds/re_17?a=1')).toBe(false);
  expect(await crashed).toBe('POST /v1/refunds/…');
  expect([done, kills]).toEqual([[], 1]);
  connections.stop();
});

it('kills after an effect, whose answer never arrives', async () => {
  const crashed = connections.crash('after', kill);
  expect(await call('/refund')).toBe(false);
  expect(await crashed).toBe('POST /refund');
  expect([done, kills]).toEqual([['POST /refund'], 1]);
  connections.stop();
});

it('passes over reads, and over points at which it has killed before', async () => {
  const first = connections.crash('before', kill);
  expect(await call('/first', 'GET')).toBe(true);
  expect(await call('/first')).toBe(false);
  await first;

  const second = connections.crash('before', kill);
  expect(await call('/first')).toBe(true);
  expect(await call('/second')).toBe(false);
  expect(await second).toBe('POST /second');
  expect(points.counts.get('POST /first')).toEqual({ seen: 2, before: 1, after: 0 });
  connections.stop();
});

it('lets a program live that has no effect', async () => {
  expect(await connections.crash('after', kill)).toBeUndefined();
  expect(await call('/refund')).toBe(true);
  expect(kills).toBe(0);
  connections.stop();
});

it('freezes before an effect, which happens when the program continues', async () => {
  const { promise: isToGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: isFrozen, resolve: freezes } = Promise.withResolvers<void>();
  const freeze = () => {
    freezes();
    return isToGoOn;
  };
  const frozen = connections.freeze('before', freeze, /second/);
  expect(await call('/first')).toBe(true);
  const calling = call('/second');
  await isFrozen;
  expect(done).toEqual(['POST /first']);
  goOn();
  expect([await frozen, await calling]).toEqual(['POST /second', true]);
  expect([done, kills]).toEqual([['POST /first', 'POST /second'], 0]);
  connections.stop();
});

it('loses the answer to an effect that has happened', async () => {
  connections.loseAnswers((effects) => effects.includes('POST /lost'));
  expect([await call('/kept'), await call('/lost')]).toEqual([true, false]);
  connections.loseAnswers(undefined);
  expect(await call('/lost')).toBe(true);
  expect(done).toEqual(['POST /kept', 'POST /lost', 'POST /lost']);
  connections.stop();
});
