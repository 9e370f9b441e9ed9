import { createTransport } from 'nodemailer';
import { database } from '../db/database.ts';
import { env } from '../env.ts';
import { GatewayError } from '../errors.ts';
import { log } from '../log.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

/** Resolves when the mail was taken over by the next one who is responsible for it. Rejects with GatewayError. */
export type Mailer = { send(mail: Mail): Promise<void> };

let current: Mailer | undefined;

/** The mailer of this process: through SMTP_URL when it is set, else into the mailbox that `/dev/mail` shows. */
export function mailer(): Mailer {
  return (current ??= telling(env.SMTP_URL ? smtpMailer(env.SMTP_URL) : catchingMailer()));
}

// To whom and what is nobody's business; for whose request stands in the line by itself.
function telling({ send }: Mailer): Mailer {
  return {
    async send(mail) {
      await send(mail);
      log.info('A mail was handed over');
    },
  };
}

/** Sends through an SMTP server, with a few connections that stay open. */
export function smtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // A mail is what we say it is: nothing in it makes the transport read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...mail, from: env.MAIL_FROM });
      } catch (error) {
        throw new GatewayError('The mail server', error);
      }
    },
  };
}

/** Keeps the mail in the database instead, for people and tests to read. */
export function catchingMailer(): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await database().knex('caught_mails').insert({ to, subject, text, html });
    },
  };
}
