/** The public addresses of the app, the printed one first; without any, the current one. */
const PUBLIC_URLS = (import.meta.env.VITE_PUBLIC_URLS ?? '').split(/[\s,]+/).filter(Boolean);

/** The app's address for links that leave this device: the published address, else the one in the address bar. */
export function publicAddress(): string {
  return PUBLIC_URLS[0] ?? `${location.origin}${location.pathname.replace(/[^/]*$/, '')}`;
}

/** The origins whose links are ours. */
export function ownOrigins(): string[] {
  return [...PUBLIC_URLS.map((url) => new URL(url).origin), location.origin];
}
