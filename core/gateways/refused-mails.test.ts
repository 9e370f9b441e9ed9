import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { isRefusedForGood, smtpMailer } from './mailer.ts';

const refusal = (responseCode: number) => Object.assign(new Error('Refused'), { responseCode });

type Case = [what: string, options: SMTPServerOptions, isFinal: boolean];
const CASES: Case[] = [
  ['recipient', { onRcptTo: (_address, _session, done) => done(refusal(550)) }, true],
  ['full mailbox', { onRcptTo: (_address, _session, done) => done(refusal(452)) }, false],
  ['sender', { onMailFrom: (_address, _session, done) => done(refusal(550)) }, false],
  ['password', { authOptional: false, onAuth: (_auth, _session, done) => done(refusal(535)) }, false],
  [
    'content',
    {
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal(554)));
      },
    },
    true,
  ],
];

it.each(CASES)(
  'knows whether another attempt can succeed after the server refused the %s',
  async (_, options, isFinal) => {
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      closeTimeout: 100,
      disabledCommands: ['STARTTLS'],
      ...options,
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const login = options.onAuth ? 'user:password@' : '';
    const { send } = smtpMailer(`smtp://${login}127.0.0.1:${(server.server.address() as AddressInfo).port}`);
    const mail = { to: 'somebody@haat.example', subject: 'Test', text: 'Test', html: '<p>Test</p>' };
    const error: unknown = await send(mail).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GatewayError);
    expect(isRefusedForGood(error as GatewayError)).toBe(isFinal);
    await new Promise<void>((closed) => server.close(() => closed()));
  },
);
