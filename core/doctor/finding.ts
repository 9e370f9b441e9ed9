/** `wrong`: it does not work, or not safely, until somebody does what `says` tells. `note`: nothing to do, or nothing that was asked. */
export type Finding = { mark: 'right' | 'wrong' | 'note'; about: string; says: string };

export const right = (about: string, says: string): Finding => ({ mark: 'right', about, says });
export const wrong = (about: string, says: string): Finding => ({ mark: 'wrong', about, says });
export const note = (about: string, says: string): Finding => ({ mark: 'note', about, says });

/** The reason of a failure, in one line and without what an address may carry. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  const [line = ''] = (message || code || String(error)).split('\n');
  return line.replaceAll(/\/\/[^@/\s]*@/g, '//').slice(0, 200);
}
