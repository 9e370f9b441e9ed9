/** A failure whose message says what happened and what to do; its stack is not printed. */
export class UserError extends Error {
  override name = 'UserError';
}

type Cause = { pattern: RegExp; advice: (place: string) => string };

const CAUSES: Cause[] = [
  {
    pattern: /ENOSPC|No space left on device|disk full/i,
    advice: (place) =>
      `The disk that holds ${place} is full. Free some space, or set HAAT_DATA_DIR to a folder on another disk.`,
  },
  {
    pattern: /EROFS|EACCES|EPERM|Permission denied|Operation not permitted/i,
    advice: (place) =>
      `No permission to use ${place}. It may belong to another account: start as that account, or set HAAT_DATA_DIR to a folder of your own.`,
  },
  {
    pattern: /user does not exist|could not look up effective user/i,
    advice: () =>
      'The current user has no name on this system, which PostgreSQL requires. Use a named account, or set DATABASE_URL.',
  },
];

/** Turns what the system or PostgreSQL said into a UserError with advice; `place` is the folder it was about. */
export function explain(error: unknown, place: string): UserError {
  if (error instanceof UserError) return error;
  const text = (error instanceof Error ? error.message : String(error)).trim();
  const cause = CAUSES.find(({ pattern }) => pattern.test(text));
  if (!cause) return new UserError(`PostgreSQL did not start: ${text}`);
  const line = text.split('\n').find((one) => cause.pattern.test(one)) ?? text;
  return new UserError(`${cause.advice(place)}\n  (${line})`);
}
