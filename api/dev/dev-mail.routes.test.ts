import { env } from '@haat/core/ops/env';
import { storingMailer } from '@haat/core/gateways/mailer';
import { storingSender } from '@haat/core/gateways/message-sender';
import { codeMail, codeMessage } from '@haat/core/test/code-notice';
import { beforeAll, expect, it } from 'vitest';
import { apiTest, startApi } from '../test/api-client.ts';

const api = apiTest();
beforeAll(async () => {
  const { send } = storingMailer();
  await send(codeMail({ to: 'first@haat.example', code: '111111', shop: 'Ganesh Kirana' }));
  await send(codeMail({ to: 'second@haat.example', code: '222222', shop: '<img src=x onerror=alert(1)>' }));
});

it('lists the caught mail as JSON, newest first', async () => {
  const { body, headers } = await api.as().get('/dev/mail');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.map(({ to }: { to: string }) => to)).toEqual(['second@haat.example', 'first@haat.example']);
  expect(body[1]).toMatchObject({ subject: 'Your one-time code', text: expect.stringMatching(/^111111$/m) });
  expect(Date.parse(body[1].at)).toBeGreaterThan(Date.now() - 60_000);
});

it('narrows it to one address', async () => {
  expect((await api.as().get('/dev/mail?to=first@haat.example')).body).toHaveLength(1);
  expect((await api.as().get('/dev/mail?to=%00')).status).toBe(400);
});

it('is a page in a browser, with the codes in plain sight and nothing of the mail as markup', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const { text, headers } = await api.as().get('/dev/mail', { headers: { accept } });
  expect(headers.get('content-type')).toContain('text/html');
  expect(text).toContain('<div class="code">222222</div>');
  expect(text).toContain('&lt;img src=x');
  expect(text).not.toContain('<img');
  expect(text).toContain('http-equiv="refresh"');
});

it('lists the messages to mobile numbers in the same way', async () => {
  const { send } = storingSender();
  await send(codeMessage({ mobile: '9876543210', code: '333333', shop: '<b>Tea</b>' }));
  await send(codeMessage({ mobile: '9876543211', code: '444444', shop: '<b>Tea</b>' }));
  const { body, headers } = await api.as().get('/dev/messages?to=9876543210');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toMatchObject([
    { to: '+919876543210', kind: 'one_time_code', text: expect.stringMatching(/^333333 is/) },
  ]);
  expect((await api.as().get('/dev/messages?to=x')).status).toBe(400);
  const { text } = await api.as().get('/dev/messages', { headers: { accept: 'text/html' } });
  expect(text).toContain('<div class="code">444444</div>');
  expect(text).not.toContain('<b>Tea');
});

it('does not exist in production', async () => {
  const was = env.NODE_ENV;
  env.NODE_ENV = 'production';
  const production = await startApi();
  env.NODE_ENV = was;
  for (const path of ['/dev/mail', '/dev/messages']) expect((await production.as().get(path)).status).toBe(404);
  await production.stop();
});
