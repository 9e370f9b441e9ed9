import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalFcm, startFcm } from './start-fcm.ts';

let fcm: LocalFcm;
beforeAll(async () => {
  fcm = await startFcm();
});
afterAll(() => fcm.stop());

const send = async (
  token: string,
  id = 'shop:1#1',
  headers: Record<string, string> = { authorization: 'Bearer x' },
) => {
  const body = JSON.stringify({ message: { token, data: { id } } });
  const answer = await fetch(`${fcm.url}/v1/projects/p/messages:send`, { method: 'POST', body, headers });
  return { status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() };
};

it('takes a message, and counts one that comes again', async () => {
  expect((await send('fine')).status).toBe(200);
  await send('fine', 'shop:1#2');
  expect(fcm.book.doubles()).toBe(0);
  await send('fine');
  expect(fcm.book.doubles()).toBe(1);
  expect(fcm.book.toldTo('fine').map(({ data }) => data?.id)).toEqual(['shop:1#1', 'shop:1#2', 'shop:1#1']);
});

it.each([
  ['unregistered-1', 404, 'UNREGISTERED'],
  ['invalid-a', 400, 'INVALID_ARGUMENT'],
  ['mismatch-a', 403, 'SENDER_ID_MISMATCH'],
  ['quota-a', 429, 'QUOTA_EXCEEDED'],
  ['internal-a', 500, 'INTERNAL'],
  ['busy-a', 503, 'UNAVAILABLE'],
  ['page-a', 502, 'Bad Gateway'],
])('answers %s with %i', async (token, status, words) => {
  const answer = await send(token);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(words);
});

it('fails as often as the token says', async () => {
  const statuses = [];
  for (let nr = 0; nr < 3; nr += 1) statuses.push((await send('busy-2-x')).status);
  expect(statuses).toEqual([503, 503, 200]);
});

it('knows nobody without an access token', async () => {
  expect((await send('fine', 'shop:1#9', {})).status).toBe(401);
});

it('loses an answer after it took the message, or before', async () => {
  await expect(send('lost-1-x')).rejects.toThrow('fetch failed');
  expect(fcm.book.toldTo('lost-1-x')).toHaveLength(1);
  await expect(send('reset-1-x')).rejects.toThrow('fetch failed');
  expect(fcm.book.toldTo('reset-1-x')).toEqual([]);
});

it('is down when it is told so, and says what came', async () => {
  const change = (body: object) => fetch(`${fcm.url}/control`, { method: 'POST', body: JSON.stringify(body) });
  await change({ mode: 'down' });
  expect((await send('fine', 'shop:1#10')).status).toBe(503);
  await change({ mode: 'up' });
  expect((await send('fine', 'shop:1#10')).status).toBe(200);
  expect(await (await fetch(`${fcm.url}/control`)).json()).toMatchObject({ mode: 'up', delayMs: 0, doubles: 1 });
});
