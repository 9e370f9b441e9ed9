import { GatewayError } from '../../errors.ts';

/** Why a call to a provider failed. 'declined': it understood the request and refused. */
export type ProviderFailure = 'network' | 'timeout' | 'rate_limited' | 'server' | 'auth' | 'declined';

/** A call to a payment provider that failed. Unless it was declined, it may have taken effect. */
export class ProviderError extends GatewayError {
  readonly failure: ProviderFailure;

  constructor(provider: string, failure: ProviderFailure, cause: unknown) {
    super(`${provider} (${failure})`, cause);
    this.name = 'ProviderError';
    this.failure = failure;
  }
}

/** Undefined when the provider declined the request, because it does not have the object. */
export async function orUndefined<Found>(request: Promise<Found>): Promise<Found | undefined> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ProviderError && error.failure === 'declined')) throw error;
    return undefined;
  }
}

/** The failure for an HTTP status of a provider. */
export function failureOfStatus(status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limited';
  return status >= 400 && status < 500 ? 'declined' : 'server';
}
