import { useSyncExternalStore } from 'react';

/** The browser's offer to install the web app (`beforeinstallprompt`), which is not in TypeScript's library. */
export type InstallOffer = Event & { prompt: () => Promise<unknown> };

let offer = window.early?.installOffer;
const listeners = new Set<() => void>();

// The browser makes its offer once, when it likes: `early.ts` receives one that comes before the app.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  setOffer(event as InstallOffer);
});
addEventListener('appinstalled', () => setOffer(undefined));

function setOffer(next: InstallOffer | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** The offer to install the web app, while the browser makes one. */
export function useInstallOffer(): InstallOffer | undefined {
  return useSyncExternalStore(subscribe, () => offer);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets the browser ask the user. An offer can be used once. */
export async function install(used: InstallOffer): Promise<void> {
  setOffer(undefined);
  await used.prompt().catch(() => {});
}

/** The kind of device if its browser makes no offer but may install web apps from its menu; undefined in an installed app. */
export function needsManualInstall(): 'ios' | 'android' | 'other' | undefined {
  if (matchMedia('(display-mode: standalone)').matches) return undefined;
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad says that it is a Mac, which has no touch screen.
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  return /android/i.test(userAgent) ? 'android' : 'other';
}
