import type { ErrorCode } from '@haat/contract/errors';

/** A request that the rules refuse. `details` join the body beside the text, e.g. the current lines of a stale cart. */
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

/** A refusal that names the field which is wrong, in the form in which the schemas' refusals do. */
export function invalidField(path: string, message: string): DomainError {
  return new DomainError('invalid_input', `${path} ${message}`, { issues: [{ path, message }] });
}

/** A third party or a store that does not answer as it should: 503 for whoever waits, another try in the worker. */
export class GatewayError extends Error {
  constructor(gateway: string, cause: unknown) {
    super(`${gateway} is not available`, { cause });
    this.name = 'GatewayError';
  }
}
