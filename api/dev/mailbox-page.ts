import type { StoredMail } from '@haat/core/gateways/mailer';
import type { StoredMessage } from '@haat/core/gateways/message-sender';
import { escapeHtml } from '@haat/core/mail';

const STYLE = `
  :root { color-scheme: light dark; --background: #fffaf1; --surface: #fff; --text: #201a14; --text-muted: #6a5f54; --divider: #e6daca; --primary: #0b5d66; }
  @media (prefers-color-scheme: dark) {
    :root { --background: #14110e; --surface: #1f1a16; --text: #f6eee3; --text-muted: #b8ab9c; --divider: #3a322b; --primary: #5cc7d1; }
  }
  body { margin: 0 auto; padding: 16px; max-width: 640px; background: var(--background); color: var(--text); font: 16px/1.45 system-ui, sans-serif; }
  h1 { font-size: 25px; margin: 8px 0; }
  p { color: var(--text-muted); margin: 0 0 16px; }
  article { background: var(--surface); border: 1px solid var(--divider); border-radius: 12px; padding: 16px; margin: 0 0 12px; }
  header { display: flex; flex-wrap: wrap; gap: 0 12px; justify-content: space-between; overflow-wrap: anywhere; }
  time { color: var(--text-muted); }
  .code { font-size: 36px; font-weight: 750; letter-spacing: 4px; color: var(--primary); user-select: all; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 8px 0 0; color: var(--text-muted); }`;

/** The stored mail for people: codes large, newest first, reloaded every three seconds. */
export const mailboxPage = (mails: StoredMail[]): string =>
  page({ title: 'Mailbox', kind: 'Emails', entries: mails.map((mail) => entry({ ...mail, heading: mail.subject })) });

/** The stored messages, shown in the same way. */
export const messagesPage = (messages: StoredMessage[]): string =>
  page({
    title: 'Messages',
    kind: 'Messages',
    entries: messages.map((message) => entry({ ...message, heading: message.kind.replaceAll('_', ' ') })),
  });

type Page = { title: string; kind: string; entries: string[] };

function page({ title, kind, entries }: Page): string {
  const content =
    entries.length > 0 ? entries.join('') : `<p>No ${kind.toLowerCase()} yet. New ones appear automatically.</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${kind} that would have been sent.</p>
${content}
</main>
</body>
</html>
`;
}

type Entry = { to: string; heading: string; text: string; at: Date };

function entry({ to, heading, text, at }: Entry): string {
  const code = /^(\d{6})(?: is your |$)/m.exec(text)?.[1];
  const time = `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;
  return `<article>
<header><strong>${escapeHtml(to)}</strong>${time}</header>
<div>${escapeHtml(heading)}</div>
${code ? `<div class="code">${code}</div>` : ''}
<pre>${escapeHtml(text.trim())}</pre>
</article>
`;
}
