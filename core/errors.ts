import type { ErrorCode } from '@haat/contract/errors';

/** A request that is rejected. `details` are added to the response body, e.g. the current lines of a stale cart. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/** A rejection that names the invalid field, in the form of schema errors. */
export function invalidField(path: string, message: string): DomainError {
  return new DomainError('invalid_input', `${path} ${message}`, { issues: [{ path, message }] });
}

/** A third party or a store that fails: 503 for a request, a retry for a job. */
export class GatewayError extends Error {
  constructor(gateway: string, cause: unknown) {
    super(`${gateway} is not available`, { cause });
    this.name = 'GatewayError';
  }
}
