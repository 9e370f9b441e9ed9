import { createHash } from 'node:crypto';
import { DEFAULT_LANGUAGE, type LanguageCode } from '@haat/contract/accounts/language';
import { momentFormat } from '@haat/contract/moment-format';
import { one, type Sql, sql } from '../../db/database.ts';
import type { Mail } from '../../gateways/mailer.ts';
import type { Message, MessageKind } from '../../gateways/message-sender.ts';
import { type Block, mailOf } from '../../mail.ts';
import { env } from '../../ops/env.ts';
import type { OutboxPayload } from '../../queue/job-definitions.ts';

/** Notified by mail or, without an email address, by a message to the mobile number. `language`: null if none was chosen. */
type Recipient = { email: string | null; mobile?: string | null; language: LanguageCode | null };

/**
 * What a notice says. Users may have written parts of it: they must not be in the subject. `message` is one line of text;
 * undefined where the notice is only mailed.
 */
export type NoticeText = { subject: string; mail: Block[] | undefined; message?: string | undefined };

type Write<Values> = (values: Recipient & Values, url: string) => NoticeText;

type Given<Values> = {
  /**
   * Reads the recipient and the values of the texts, as a statement with `:subjectId` or as a function. No row when the notice is
   * no longer needed.
   */
  read: string | ((row: OutboxPayload) => Promise<(Recipient & Values) | undefined>);
  /** The screen that the link opens; by default the help. */
  page?: (values: Values) => string;
  /** The kind of the message to a mobile number, as the gateway sees it. */
  messageKind?: MessageKind;
  /** Called when the notice was sent or is no longer needed; may be called again. */
  after?: (row: OutboxPayload) => Promise<void>;
} & Record<LanguageCode, Write<Values>>;

export type Notice<Values = unknown> = {
  read(row: OutboxPayload): Promise<(Recipient & Values) | undefined>;
  /** Neither a mail nor a message if there is no contact to send it to. */
  write(found: Recipient & Values, outboxId: number): { mail?: Mail | undefined; message?: Message };
  after?: ((row: OutboxPayload) => Promise<void>) | undefined;
};

/** Declares a notice: to whom it goes, and what it says in each language. */
export function notice<Values>({ read, page, messageKind: kind, after, ...texts }: Given<Values>): Notice<Values> {
  return {
    read: typeof read === 'string' ? reading(sql<OutboxPayload, Recipient & Values>(read)) : read,
    write(found, outboxId) {
      const { email, mobile } = found;
      const language = found.language ?? DEFAULT_LANGUAGE;
      const { subject, mail: blocks, message: text } = texts[language](found, pageUrl(page?.(found) ?? 'help'));
      if (email !== null) return { mail: blocks && mailOf({ to: email, language, subject, blocks }) };
      if (!mobile || text === undefined || !kind) return {};
      return { message: { id: messageId(outboxId, text), to: `+91${mobile}`, text, kind, language } };
    },
    after,
  };
}

const reading =
  <Row>(statement: Sql<OutboxPayload, Row>) =>
  (row: OutboxPayload): Promise<Row | undefined> =>
    one(statement, row);

// A second attempt at a code sends another code, which is another message.
const messageId = (outboxId: number, text: string): string =>
  createHash('sha256').update(`${outboxId}:${text}`).digest('base64url').slice(0, 24);

const pageUrl = (path: string): string => new URL(`/#/${path}`, env.PUBLIC_URL).href;

/** The name of a shop in a message, which has one line: all whitespace becomes spaces. */
export const inOneLine = (name: string): string => name.replaceAll(/\s+/g, ' ').slice(0, 40);

/** A moment in Indian time. */
export const momentIn = (language: LanguageCode, moment: Date): string =>
  momentFormat(language, 'date', 'Asia/Kolkata').format(moment);
