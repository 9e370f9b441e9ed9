/**
 * Leaves the app for a page of the provider, and never comes back to this one: Back leads to `path` of the app, not to a
 * screen that would lead away again.
 */
export async function leaveFor(url: string, path: string): Promise<never> {
  const { protocol, href } = new URL(url, location.href);
  if (!/^https?:$/.test(protocol)) throw new Error(`Not the address of a page: ${protocol}`);
  history.replaceState({ ...history.state, usr: null }, '', `#${path}`);
  // A browser that kept the page would show it as it was left.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  location.assign(href);
  return new Promise(() => {});
}
