import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { codeMail } from '../test/code-notice.ts';
import { type Mailer, smtpMailer } from './mailer.ts';

let server: SMTPServer;
let mailer: Mailer;
let received: { from: string; to: string[]; message: string }[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('nobody') ? new Error('No such mailbox') : null);
    },
    async onData(stream, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), message: await text(stream) });
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  mailer = smtpMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
});
afterAll(async () => new Promise<void>((closed) => server.close(() => closed())));
beforeEach(() => (received = []));

const mail = (to: string, shop: string) => codeMail({ to, code: '123456', shop });

it('hands the mail to the server, as text and as HTML', async () => {
  await mailer.send(mail('asha@haat.example', 'Ganesh Kirana'));
  expect(received).toHaveLength(1);
  const [{ from, to, message }] = received as [(typeof received)[0]];
  expect([from, to]).toEqual(['no-reply@haat.example', ['asha@haat.example']]);
  expect(message).toContain('Subject: Your one-time code\r\n');
  expect(message).toMatch(/text\/plain[^]*123456[^]*text\/html[^]*123456/);
});

it('lets no name of a shop become a header or markup', async () => {
  await mailer.send(mail('asha@haat.example', 'Tea\r\nBcc: spy@haat.example\r\n<script>alert(1)</script>'));
  const [{ to, message }] = received as [(typeof received)[0]];
  const headers = message.slice(0, message.indexOf('\r\n\r\n'));
  expect(to).toEqual(['asha@haat.example']);
  expect(headers).not.toMatch(/^bcc/im); // the random id of a message may contain it
  expect(mail('a@b.in', '<script>').html).not.toContain('<script>');
});

it('fails as an outage when the server refuses or is not there, so that the job tries again', async () => {
  await expect(mailer.send(mail('nobody@haat.example', 'Tea'))).rejects.toThrow(GatewayError);
  await expect(smtpMailer('smtp://127.0.0.1:1').send(mail('asha@haat.example', 'Tea'))).rejects.toThrow(GatewayError);
});
