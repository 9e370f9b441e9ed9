/** Where the app is open to the public, first the address that is printed; without any, where it is seen now. */
const PUBLIC_URLS = (import.meta.env.VITE_PUBLIC_URLS ?? '').split(/[\s,]+/).filter(Boolean);

/** Where the app lives, for links that leave this device: the published address, else the one in the address bar. */
export function publicAddress(): string {
  return PUBLIC_URLS[0] ?? `${location.origin}${location.pathname.replace(/[^/]*$/, '')}`;
}

/** The origins whose links are ours. */
export function ownOrigins(): string[] {
  return [...PUBLIC_URLS.map((url) => new URL(url).origin), location.origin];
}
