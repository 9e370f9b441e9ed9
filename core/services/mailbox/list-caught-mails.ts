import { database } from '../../db/database.ts';

export type CaughtMail = { to: string; subject: string; text: string; html: string; at: Date };

const MOST = 200;

/** The mail that was caught instead of sent, newest first, the last 200; `to` narrows it to one address. */
export async function listCaughtMails({ to }: { to?: string | undefined } = {}): Promise<CaughtMail[]> {
  const mails = database()
    .knex<CaughtMail>('caught_mails')
    .select('to', 'subject', 'text', 'html', 'at')
    .orderBy('id', 'desc')
    .limit(MOST);
  return to === undefined ? mails : mails.where({ to });
}
