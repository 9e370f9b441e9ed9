import { DEFAULT_LANGUAGE, type LanguageCode } from '@haat/contract/accounts/language';
import type { Mail } from './gateways/mailer.ts';

/** A paragraph: text, the digits of a code, muted text, or a link with text before it. */
export type Block = string | { code: string } | { muted: string } | { text: string; url: string };

type BlockMail = { to: string; language: LanguageCode; subject: string; blocks: Block[] };

/** A mail of a few paragraphs. User-supplied text is escaped, and must not be in the subject. */
export function mailOf({ to, language, subject, blocks }: BlockMail): Mail {
  return {
    to,
    subject,
    text: `${blocks.map(textOf).join('\n\n')}\n`,
    html: mailPage(blocks.map((block) => `\n      ${htmlOf(block)}`).join(''), language),
  };
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return block.code;
  return 'muted' in block ? block.muted : `${block.text} ${block.url}`;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 12px">${escapeHtml(block)}</p>`;
  if ('code' in block)
    return `<p class="accent" style="margin:0 0 12px;font-size:36px;font-weight:700;letter-spacing:6px;color:#0b5d66">${escapeHtml(block.code)}</p>`;
  if ('muted' in block) return `<p class="muted" style="margin:0 0 12px;color:#6a5f54">${escapeHtml(block.muted)}</p>`;
  const url = escapeHtml(block.url);
  return `<p style="margin:0 0 12px">${escapeHtml(block.text)} <a href="${url}" class="accent" style="color:#0b5d66">${url}</a></p>`;
}

/** The HTML page around the content, which must be escaped already. Its classes have the colours of dark mail programs. */
export function mailPage(content: string, language: LanguageCode = DEFAULT_LANGUAGE): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
    <title>Haat</title>
    <style>${DARK}</style>
  </head>
  <body class="page" style="margin:0;padding:24px 12px;background:#fffaf1;color:#201a14;font:16px/1.45 system-ui,sans-serif">
    <div class="card" style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e6daca;border-radius:12px">${content}
    </div>
  </body>
</html>
`;
}

// Inline styles are for light mode, as many mail programs read only inline styles.
const DARK = `:root { color-scheme: light dark }
      @media (prefers-color-scheme: dark) {
        .page { background: #16120e !important; color: #f4ebe0 !important }
        .card { background: #211b15 !important; border-color: #43382d !important }
        .lined { border-color: #43382d !important }
        .muted { color: #bfb1a1 !important }
        .accent { color: #7fd0d9 !important; border-color: #7fd0d9 !important }
        .button { background: #7fd0d9 !important; color: #10201f !important; border-color: #7fd0d9 !important }
      }`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
