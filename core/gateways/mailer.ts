import { database } from '../db/database.ts';
import { env } from '../ops/env.ts';
import { GatewayError } from '../errors.ts';
import { log } from '../ops/log.ts';

/** `headers`: further ones, by name. */
export type Mail = { to: string; subject: string; text: string; html: string; headers?: Record<string, string> };

/** Resolves when the mail server has accepted the mail. Rejects with GatewayError. */
export type Mailer = { send(mail: Mail): Promise<void> };

let current: Mailer | undefined;

/** The mailer of this process: through SMTP_URL when it is set, else into the mailbox that `/dev/mail` shows. */
export function mailer(): Mailer {
  return (current ??= logged(env.SMTP_URL ? smtpMailer(env.SMTP_URL) : storingMailer()));
}

// Neither recipient nor content is logged; the request id is part of every line.
function logged({ send }: Mailer): Mailer {
  return {
    async send(mail) {
      await send(mail);
      log.info('Mail sent');
    },
  };
}

/** Sends through an SMTP server, with a few connections that stay open. */
export function smtpMailer(url: string): Mailer {
  let transport: ReturnType<typeof connectTransport> | undefined;
  return {
    async send(mail) {
      try {
        transport ??= connectTransport(url);
        await (await transport).sendMail({ ...mail, from: env.MAIL_FROM });
      } catch (error) {
        throw new GatewayError('The mail server', error);
      }
    },
  };
}

// Loaded with the first mail: the api never sends one.
async function connectTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Nothing in a mail may make the transport read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Whether the mail server will not accept this very mail later either: it refused the recipient or the content. Refused
 * credentials and senders are corrected by an operator.
 */
export function isRefusedForGood({ cause }: GatewayError): boolean {
  const { responseCode = 0, command = '' } = (cause ?? {}) as { responseCode?: number; command?: string };
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command);
}

/** Stores mails in the database instead; `/dev/mail` and tests read them there. */
export function storingMailer(): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await database().knex('caught_mails').insert({ to, subject, text, html });
    },
  };
}

export type StoredMail = { to: string; subject: string; text: string; html: string; at: Date };

const MAX_STORED_MAILS = 200;

/** The mail that was stored instead of sent, newest first, at most 200; `to`: only to this address. */
export async function listStoredMails({ to }: { to?: string | undefined } = {}): Promise<StoredMail[]> {
  const mails = database()
    .knex<StoredMail>('caught_mails')
    .select('to', 'subject', 'text', 'html', 'at')
    .orderBy('id', 'desc')
    .limit(MAX_STORED_MAILS);
  return to === undefined ? mails : mails.where({ to });
}
