// Runs while the app is still on its way: what the screen in the address will ask for first is asked for now, and what is
// known of it is shown; then the app is started. It imports nothing: the build puts it into the page itself.
import type { EarlyReads } from './lib/early-reads.ts';

const [slug = '', word = slug === '' ? 'dashboard' : ''] = location.hash.slice(2).split(/[/?]/);
// The vendors' own dashboard is another.
const screen = slug === 'vendor' ? '' : word;
const api = (import.meta.env.VITE_API_BASE ?? '').replace(/\/+$/, '');
const LIMIT_MS = 20_000;
// Nobody waits longer for a picture than for the app.
const PICTURE_WITHIN_MS = 500;
const PREFETCH_AFTER_MS = 1000;
const reads: EarlyReads = new Map();

if (['products', 'order', 'login', 'order-history'].includes(screen)) {
  const shop = read(`/api/shops/${slug}`);
  if (screen === 'products' || screen === 'order') void shop.then(readProducts).catch(() => {});
}

window.early = { screen, reads };
// The offline copy has the font at hand.
document.documentElement.toggleAttribute('data-own-font', Boolean(navigator.serviceWorker?.controller));

const app = [...document.querySelectorAll<HTMLLinkElement>('link[data-app]')];
if (screen === 'dashboard') {
  showFirstView();
  // The line is for its pictures first, and so is the phone, which the start of the app keeps busy.
  afterPaint(fetchFiles);
  void Promise.race([firstPicture(), moment()]).then(() => afterPaint(startApp));
} else {
  fetchFiles();
  afterPaint(startApp);
}

function fetchFiles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-app], link[data-screen]')) {
    if (app.includes(link) || link.dataset.screen === screen) link.rel = 'modulepreload';
    // Where most go next, once what is wanted now is there; each by itself, for to ask takes the phone a moment too.
    else if (screen === 'dashboard' && link.dataset.screen === 'products')
      addEventListener('load', () => setTimeout(() => (link.rel = 'prefetch'), PREFETCH_AFTER_MS));
  }
}

// A part at a time, so that a tap in between is not kept waiting for all of them.
async function startApp(): Promise<void> {
  try {
    for (const { href } of app) {
      await import(/* @vite-ignore */ href);
      await new Promise((resolve) => setTimeout(resolve));
    }
  } catch (error) {
    // A mistake of ours looks the same to whoever waits, but not to us.
    reportError(error);
    offerAgain();
  }
}

/** What failed once is not fetched again by the same page: a tap, or the line that is back, loads it anew. */
function offerAgain(): void {
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
  root?.toggleAttribute('data-first-view', true);
}

/** Resolves when the picture that is seen first can be shown, or never will be. */
async function firstPicture(): Promise<void> {
  await document
    .querySelector<HTMLImageElement>('#root img[fetchpriority=high]')
    ?.decode()
    .catch(() => {});
}

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PICTURE_WITHIN_MS));
}

// As `i18n/language.ts` keeps it.
function storedLanguage(): string {
  try {
    return localStorage.getItem('language') === 'hi' ? 'hi' : 'en';
  } catch {
    return 'en';
  }
}

/** Calls back once what is there now can be seen. */
function afterPaint(work: () => unknown): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

function read(path: string): Promise<Response> {
  const answer = fetch(api + path, { signal: AbortSignal.timeout(LIMIT_MS) });
  reads.set(path, answer);
  // Whoever takes the answer deals with a broken line; should nobody, that is nothing to complain of.
  answer.catch(() => {});
  return answer;
}

async function readProducts(answer: Response): Promise<void> {
  const { id, suspended } = (await answer.clone().json()) as { id?: number; suspended?: boolean };
  // Where nothing is sold there is no shelf.
  if (id !== undefined && !suspended) await read(`/api/products?shopId=${id}`);
}
