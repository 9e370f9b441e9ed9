/** `wrong`: does not work, or not safely; `says` has the fix. `note`: no action needed, or not checked. */
export type Finding = { mark: 'right' | 'wrong' | 'note'; about: string; says: string };

export const right = (about: string, says: string): Finding => ({ mark: 'right', about, says });
export const wrong = (about: string, says: string): Finding => ({ mark: 'wrong', about, says });
export const note = (about: string, says: string): Finding => ({ mark: 'note', about, says });

/** The reason of a failure in one line, without the credentials of URLs. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  const [line = ''] = (message || code || String(error)).split('\n');
  return line.replaceAll(/\/\/[^@/\s]*@/g, '//').slice(0, 200);
}
