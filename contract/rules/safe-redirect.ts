/**
 * The in-app path of a `redirect` query parameter; undefined unless it is a plain path of our own: one leading slash,
 * no scheme, host, backslash or control character.
 */
export function safeRedirect(target: string | null | undefined): string | undefined {
  if (!target || !/^\/(?![/\\])/.test(target)) return undefined;
  // oxlint-disable-next-line no-control-regex -- tabs and newlines are what browsers drop to turn /<tab>/host into //host
  return /[\\\u0000-\u001f\u007f]/.test(target) || target.includes('/../') ? undefined : target;
}
