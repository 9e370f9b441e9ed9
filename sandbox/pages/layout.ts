import { html, type Html } from './html.ts';
import { type Language, pageTexts } from './page-texts.ts';

export type Page = { title: string; content: Html; language?: Language; isWide?: boolean; forwardTo?: string };

/** A whole page in the look of the sandbox; it says on each that nothing here is real. */
export function layout({ title, content, language = 'en', isWide = false, forwardTo }: Page): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${forwardTo && html`<meta http-equiv="refresh" content="0;url=${forwardTo}" />`}
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/pay/sandbox.css">
</head>
<body>
<main${isWide && html` class="wide"`}>
<p class="sandbox">${pageTexts(language).sandbox}</p>
${content}
</main>
</body>
</html>
`.text;
}
