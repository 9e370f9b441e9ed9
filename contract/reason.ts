import type { ErrorCode } from './errors.ts';

/** Why something failed, in a form that a machine can keep: the server's code where it named one, and a text to show. */
export type Reason = { code: ErrorCode | 'network'; text?: string };

/** The error with which actors reject, so that a machine can distinguish a refusal from a lost connection. */
export class RefusedError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.text ?? reason.code);
    this.reason = reason;
  }
}

/** The reason for any thrown error; an error that is not a refusal of the server is a network problem. */
export function reasonOf(error: unknown): Reason {
  return error instanceof RefusedError ? error.reason : { code: 'network' };
}

/** Whether the server answered that the session is unknown or lacks permission (401 and 403). */
export function isRefusal(error: unknown): boolean {
  const { code } = reasonOf(error);
  return code === 'unauthenticated' || code === 'forbidden';
}
