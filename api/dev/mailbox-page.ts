import { escapeHtml } from '@haat/core/mail/escape-html';
import type { CaughtMail } from '@haat/core/services/mailbox/list-caught-mails';

const STYLE = `
  :root { color-scheme: light dark; --paper: #fffaf1; --card: #fff; --ink: #201a14; --muted: #6a5f54; --line: #e6daca; --mor: #0b5d66; }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #14110e; --card: #1f1a16; --ink: #f6eee3; --muted: #b8ab9c; --line: #3a322b; --mor: #5cc7d1; }
  }
  body { margin: 0 auto; padding: 16px; max-width: 640px; background: var(--paper); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; }
  h1 { font-size: 25px; margin: 8px 0; }
  p { color: var(--muted); margin: 0 0 16px; }
  article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 0 0 12px; }
  header { display: flex; flex-wrap: wrap; gap: 0 12px; justify-content: space-between; overflow-wrap: anywhere; }
  time { color: var(--muted); }
  .code { font-size: 36px; font-weight: 750; letter-spacing: 4px; color: var(--mor); user-select: all; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 8px 0 0; color: var(--muted); }`;

/** The caught mail for people: codes large, newest first, looked for anew every three seconds. */
export function mailboxPage(mails: CaughtMail[]): string {
  const content = mails.length > 0 ? mails.map(entry).join('') : '<p>No mail yet. It appears here by itself.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Mailbox</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Mailbox</h1>
<p>Mail that would have been sent.</p>
${content}
</main>
</body>
</html>
`;
}

function entry({ to, subject, text, at }: CaughtMail): string {
  const code = /^\d{6}$/m.exec(text)?.[0];
  const time = `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;
  return `<article>
<header><strong>${escapeHtml(to)}</strong>${time}</header>
<div>${escapeHtml(subject)}</div>
${code ? `<div class="code">${code}</div>` : ''}
<pre>${escapeHtml(text.trim())}</pre>
</article>
`;
}
