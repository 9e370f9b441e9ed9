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

/** A third party or a store that does not answer as it should: 503 for whoever waits, another try in the worker. */
export class GatewayError extends Error {
  constructor(gateway: string, cause: unknown) {
    super(`${gateway} is not available`, { cause });
    this.name = 'GatewayError';
  }
}
