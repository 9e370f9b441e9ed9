import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  url: string;
  /** The received mails, oldest first. */
  mails: { to: string; message: string }[];
  stop(): Promise<void>;
};

/** A mail server on a free port that accepts everything. */
export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      // A program that is killed while it sends leaves half of a message.
      text(stream).then((message) => {
        mails.push({ to: envelope.rcptTo[0]?.address ?? '', message });
        done();
      }, done);
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mails,
    stop: () => new Promise((closed) => smtp.close(() => closed())),
  };
}
