import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { createBullBoard } from '@bull-board/api';

type UiConfig = NonNullable<NonNullable<Parameters<typeof createBullBoard>[0]['options']>['uiConfig']>;

const BACK = { text: 'Back to the shops', url: '/#/operator/shops' };
const FONT = "'Anek Latin Variable', 'Noto Sans', system-ui, sans-serif";
const MONO = 'ui-monospace, SFMono-Regular, Menlo, monospace';

/** The dashboard in the colours of the app, light or dark as the device is, with a link back. */
export const DASHBOARD_LOOK: UiConfig = {
  boardTitle: 'Haat job queues',
  boardLogo: { path: '/favicon.svg', width: 32, height: 32 },
  favIcon: { default: '/favicon.svg', alternative: '/favicon.svg' },
  miscLinks: [BACK],
  hideDocsLink: true,
  theme: {
    light: {
      background: '#fffaf1',
      foreground: '#201a14',
      card: '#ffffff',
      popover: '#ffffff',
      primary: '#0b5d66',
      'primary-foreground': '#ffffff',
      secondary: '#f8f0e1',
      'secondary-foreground': '#201a14',
      muted: '#f8f0e1',
      'muted-foreground': '#6a5f54',
      accent: '#d9eeef',
      'accent-foreground': '#084a52',
      destructive: '#b3261e',
      'destructive-foreground': '#ffffff',
      border: '#e6daca',
      input: '#8c7f71',
      sidebar: '#f8f0e1',
      'sidebar-foreground': '#201a14',
      'sidebar-accent': '#d9eeef',
      'sidebar-border': '#e6daca',
      radius: '8px',
      'font-sans': FONT,
      'font-mono': MONO,
    },
    dark: {
      background: '#14110e',
      foreground: '#f6eee3',
      card: '#1f1a16',
      popover: '#1f1a16',
      primary: '#5cc7d1',
      'primary-foreground': '#06282c',
      secondary: '#1a1613',
      'secondary-foreground': '#f6eee3',
      muted: '#1a1613',
      'muted-foreground': '#b8ab9c',
      accent: '#123b40',
      'accent-foreground': '#f6eee3',
      destructive: '#ff8a80',
      'destructive-foreground': '#3d1a17',
      border: '#3a322b',
      input: '#8a7d70',
      sidebar: '#1a1613',
      'sidebar-foreground': '#f6eee3',
      'sidebar-accent': '#123b40',
      'sidebar-border': '#3a322b',
    },
  },
};

/** The name of our style sheet in the dashboard, relative to its page. */
export const LOOK_FILE = 'haat.css';

const FOREIGN_FONTS = /<link href="https:\/\/fonts\.googleapis\.com[^>]*>/;

/**
 * The page of the dashboard with a link back, and with our style sheet in place of the fonts of another origin, which our policy
 * refuses.
 */
export const inOurFrame = (page: string): string =>
  page
    .replace(FOREIGN_FONTS, `<link href="${LOOK_FILE}" rel="stylesheet">`)
    .replaceAll("'IBM Plex Sans'", 'system-ui')
    .replace('</body>', `<a class="haat-back" href="${BACK.url}">${BACK.text}</a></body>`);

const FACE = /^anek-latin\.[\w-]+\.woff2$/;

/**
 * The style sheet: the header as in the app, and the font of the built client in that folder; without one, the font of the
 * device.
 */
export async function readLook(clientDir: string): Promise<string> {
  const files = await readdir(join(clientDir, 'static/media')).catch(() => []);
  const font = files.find((name) => FACE.test(name));
  const face = `@font-face {
  font-family: 'Anek Latin Variable';
  font-weight: 400 750;
  font-display: swap;
  src: url('/static/media/${font}') format('woff2');
}
`;
  return `${font ? face : ''}${HEADER}`;
}

const HEADER = `#root header {
  background: #0b5d66;
  color: #fff6e3;
}
#root header :is(a, h1, button, span, svg) {
  color: inherit;
}
#root header > a {
  background: #0b5d66;
}
body.dark-mode #root header,
body.dark-mode #root header > a {
  background: #0a3a40;
  color: #fff1d6;
}
.haat-back {
  position: fixed;
  right: 16px;
  bottom: 16px;
  z-index: 99;
  padding: 10px 16px;
  border-radius: 8px;
  background: var(--primary);
  color: var(--primary-foreground);
  font-weight: 600;
  text-decoration: none;
}
`;
