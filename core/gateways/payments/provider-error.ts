import { GatewayError } from '../../errors.ts';

/** Why a provider could not be asked. Only 'declined' is an answer: it understood, and does not want to. */
export type ProviderFailure = 'network' | 'timeout' | 'rate_limited' | 'server' | 'auth' | 'declined';

/** A provider of payments that does not do what it was asked for. Whether it did it all the same is open, unless declined. */
export class ProviderError extends GatewayError {
  readonly failure: ProviderFailure;

  constructor(provider: string, failure: ProviderFailure, cause: unknown) {
    super(`${provider} (${failure})`, cause);
    this.name = 'ProviderError';
    this.failure = failure;
  }
}

/** The failure that an HTTP status of a provider stands for. */
export function failureOfStatus(status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limited';
  return status >= 400 && status < 500 ? 'declined' : 'server';
}
