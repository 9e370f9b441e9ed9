import type { Mail } from '../gateways/mailer.ts';
import { escapeHtml } from './escape-html.ts';

type OtpMail = { to: string; code: string; shop: string; minutes: number };

/** The mail with a one-time code. The subject carries no text of users, the body only escaped text. */
export function otpMail({ to, code, shop, minutes }: OtpMail): Mail {
  const intro = `Your one-time code for ${shop} is:`;
  const validity = `It is valid for ${minutes} minutes and works once. If you did not ask for it, you can ignore this mail.`;
  return {
    to,
    subject: 'Your one-time code',
    text: `${intro}\n\n${code}\n\n${validity}\n`,
    html: page(`
      <p style="margin:0 0 12px">${escapeHtml(intro)}</p>
      <p style="margin:0 0 12px;font-size:36px;font-weight:700;letter-spacing:6px;color:#0b5d66">${escapeHtml(code)}</p>
      <p style="margin:0;color:#6a5f54">${escapeHtml(validity)}</p>`),
  };
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Haat</title></head>
  <body style="margin:0;padding:24px;background:#fffaf1;color:#201a14;font:16px/1.45 system-ui,sans-serif">
    <div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e6daca;border-radius:12px">${content}
    </div>
  </body>
</html>
`;
}
