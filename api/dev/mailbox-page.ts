import type { StoredMail } from '@haat/core/gateways/mailer';
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

/** The caught mail for people: codes large, newest first, looked for anew every three seconds. */
export function mailboxPage(mails: StoredMail[]): string {
  const content = mails.length > 0 ? mails.map(entry).join('') : '<p>No emails yet. New ones appear automatically.</p>';
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
<p>Emails that would have been sent.</p>
${content}
</main>
</body>
</html>
`;
}

function entry({ to, subject, text, at }: StoredMail): string {
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
