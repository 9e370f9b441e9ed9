/** `error`: does not work, or not safely; `message` has the fix. `info`: no action needed, or not checked. */
export type Finding = { mark: 'ok' | 'error' | 'info'; about: string; message: string };

export const okFinding = (about: string, message: string): Finding => ({ mark: 'ok', about, message });
export const errorFinding = (about: string, message: string): Finding => ({ mark: 'error', about, message });
export const infoFinding = (about: string, message: string): Finding => ({ mark: 'info', about, message });

/** The reason of a failure in one line, without the credentials of URLs. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  const [line = ''] = (message || code || String(error)).split('\n');
  return line.replaceAll(/\/\/[^@/\s]*@/g, '//').slice(0, 200);
}
