// Runs while the app is loading: sends the first requests of the screen in the address, shows the first view of the
// dashboard, then starts the app. The build puts it into the page itself, so it imports nothing that the app has, too.
import { FIRST_SCREENS } from 'virtual:first-screens';
import type { EarlyReads } from '../lib/api.ts';
import type { InstallOffer } from '../lib/install-app.ts';

const [path = ''] = location.hash.slice(2).split('?');
const [slug = '', word = slug === '' ? 'dashboard' : '', id = ''] = path.split('/');
// `/vendor/dashboard` is another screen.
const screen = slug === 'vendor' ? '' : id === '' ? word : `${word}/:id`;
const api = (import.meta.env.VITE_API_BASE ?? '').replace(/\/+$/, '');
const TIMEOUT_MS = 20_000;
const PREFETCH_AFTER_MS = 2000;
const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
const reads: EarlyReads = new Map();
const needs = FIRST_SCREENS[screen];

if (needs === 'shops') void read('/api/shops');
else if (needs) {
  const shop = read(`/api/shops/${slug}`);
  if (needs === 'product') void read(`/api/products/${id}`);
  if (needs === 'catalog') void shop.then(readProducts).catch(() => {});
}

window.early = { screen, reads };
if (needs && needs !== 'shops') nameShell();
// The browser may make it before the app has started (`lib/install-app.ts`).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.early = { screen, reads, installOffer: event as InstallOffer };
});
// With a service worker the font comes from the offline copy.
document.documentElement.toggleAttribute('data-own-font', Boolean(navigator.serviceWorker?.controller));

const app = [...document.querySelectorAll<HTMLLinkElement>('link[data-app]')];
if (screen === 'dashboard') showFirstView();
fetchFiles();
afterPaint(startApp);

/** Until the app has started, the header shows the shop's address as a name, which is the name of most shops. */
function nameShell(): void {
  const shell = document.querySelector('.shell');
  shell?.classList.toggle('shell-catalog', screen === 'products');
  shell?.firstElementChild?.replaceChildren(slug.replaceAll(/[-_]+/g, ' '));
}

function fetchFiles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-screen]')) {
    if (link.dataset.screen === screen) link.rel = 'modulepreload';
    // Most visitors open it next. Each file in its own task, to keep the page responsive.
    else if (screen === 'dashboard' && link.dataset.screen === 'products' && !savesData)
      addEventListener('load', () => setTimeout(() => (link.rel = 'prefetch'), PREFETCH_AFTER_MS));
  }
}

// One file per task, so that a tap in between is handled.
async function startApp(): Promise<void> {
  try {
    for (const { href } of app) {
      await import(/* @vite-ignore */ href);
      await new Promise((resolve) => setTimeout(resolve));
    }
    document.querySelector('link[data-manifest]')?.setAttribute('rel', 'manifest');
  } catch (error) {
    // It may be a bug instead of the network: log it.
    reportError(error);
    offerReload();
  }
}

/** A page does not fetch a failed module again: a tap or being online again reloads it. */
function offerReload(): void {
  const reload = () => location.reload();
  const notice = document.getElementById('not-loaded');
  notice?.removeAttribute('hidden');
  notice?.querySelector('button')?.addEventListener('click', reload);
  addEventListener('online', reload);
}

function showFirstView(): void {
  const language = storedLanguage();
  const view = document.querySelector<HTMLTemplateElement>(`template[data-first-view=${language}]`);
  if (!view) return;
  document.documentElement.lang = language;
  const root = document.getElementById('root');
  root?.replaceChildren(view.content.cloneNode(true));
}

// As `lib/chosen-language.ts` stores it.
function storedLanguage(): string {
  try {
    return localStorage.getItem('language') === 'hi' ? 'hi' : 'en';
  } catch {
    return 'en';
  }
}

/** Calls back after the next paint. */
function afterPaint(work: () => unknown): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

function read(path: string): Promise<Response> {
  // `AbortSignal.timeout` is missing in the oldest browsers.
  const limit = new AbortController();
  setTimeout(() => limit.abort(), TIMEOUT_MS);
  const answer = fetch(api + path, { signal: limit.signal });
  reads.set(path, answer);
  // Handled by the caller who takes the response; without one a failure does not matter.
  answer.catch(() => {});
  return answer;
}

type EarlyShop = { id?: number; suspended?: boolean; getting_ready?: boolean };

async function readProducts(answer: Response): Promise<void> {
  const { id, suspended, getting_ready } = (await answer.clone().json()) as EarlyShop;
  // Such a shop has no catalog.
  if (id !== undefined && !suspended && !getting_ready) await read(`/api/products?shopId=${id}`);
}
