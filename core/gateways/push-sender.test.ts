import { generateKeyPairSync } from 'node:crypto';
import { connect, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type LocalFcm, startFcm } from '../../tests/fixtures/push/start-fcm.ts';
import { fcmSender, type PushMessage, type PushSender } from './push-sender.ts';
import { fcmMessaging } from './fcm-messaging.ts';

let fcm: LocalFcm;
let sender: PushSender;
beforeAll(async () => {
  fcm = await startFcm();
  sender = fcmSender({ apiUrl: fcm.url });
});
afterAll(() => fcm.stop());

const message = (token: string, kind: PushMessage['kind'] = 'token', seq = 1): PushMessage => {
  const data = { id: `shop:1#${seq}`, kind: 'order.placed', title: 'T', body: 'B', path: '/s', tag: 't' } as const;
  return { token, kind, data };
};

it('sends data alone, by token or by installation, urgently and for six hours', async () => {
  expect(await sender.send(message('a-phone'))).toEqual({ kind: 'sent' });
  expect(await sender.send(message('a-tablet', 'fid'))).toEqual({ kind: 'sent' });
  const { data } = message('');
  const webpush = { headers: { Urgency: 'high', TTL: '21600' } };
  expect(fcm.log.sentTo('a-phone')).toEqual([{ token: 'a-phone', data, webpush }]);
  expect(fcm.log.sentTo('a-tablet')).toEqual([{ fid: 'a-tablet', data, webpush }]);
});

it.each([
  ['unregistered-x', { kind: 'dead', reason: 'UNREGISTERED' }],
  ['invalid-x', { kind: 'dead', reason: 'INVALID_ARGUMENT' }],
  ['mismatch-x', { kind: 'dead', reason: 'SENDER_ID_MISMATCH' }],
  ['payload-x', { kind: 'refused', reason: 'INVALID_ARGUMENT' }],
  ['quota-x', { kind: 'retry', reason: 'QUOTA_EXCEEDED', afterMs: 30_000 }],
  ['internal-x', { kind: 'retry', reason: 'INTERNAL' }],
  ['busy-x', { kind: 'retry', reason: 'UNAVAILABLE', afterMs: 60_000 }],
  ['page-x', { kind: 'retry', reason: 'HTTP 502' }],
  ['reset-x', { kind: 'retry', reason: 'app/network-error' }],
  // Problems with the account or its project do not concern the device.
  ['forbidden-x', { kind: 'retry', reason: 'HTTP 403' }],
  ['projectless-x', { kind: 'retry', reason: 'HTTP 404' }],
  ['locked-x', { kind: 'retry', reason: 'HTTP 401' }],
])('maps the response to %s to an outcome, with one request', async (token, outcome) => {
  const { calls } = fcm.log;
  expect(await sender.send(message(token))).toEqual(outcome);
  expect(fcm.log.calls - calls).toBe(1);
});

it('treats a deleted installation like a dead token', async () => {
  expect(await sender.send(message('unregistered-f', 'fid'))).toEqual({ kind: 'dead', reason: 'UNREGISTERED' });
});

it('rejects an invalid message without a request', async () => {
  const { calls } = fcm.log;
  expect(await sender.send(message(''))).toMatchObject({ kind: 'refused' });
  expect(fcm.log.calls).toBe(calls);
});

it('treats a refused connection as an outage, and retries', async () => {
  const gone = await startFcm();
  await gone.stop();
  const outcome = await fcmSender({ apiUrl: gone.url }).send(message('a'));
  expect(outcome).toEqual({ kind: 'retry', reason: 'app/network-error' });
});

it('retries every message when the private key of the account is invalid', async () => {
  const account = { project_id: 'p', client_email: 'a@p.example', private_key: '-----BEGIN PRIVATE KEY-----\nx' };
  const broken = fcmSender({ account });
  expect(await broken.send(message('a'))).toEqual({ kind: 'retry', reason: 'sdk' });
  expect(await broken.send(message('b'))).toEqual({ kind: 'retry', reason: 'sdk' });
});

it('opens no connection before there is something to send', async () => {
  const connecting = vi.spyOn(Socket.prototype, 'connect');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  fcmMessaging({ account: { project_id: 'p', client_email: 'a@p.example', private_key } });
  expect(connecting).not.toHaveBeenCalled();
  connect(Number(new URL(fcm.url).port)).destroy();
  expect(connecting).toHaveBeenCalledOnce();
  connecting.mockRestore();
});
