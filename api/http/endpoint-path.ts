import type { Endpoint } from '@haat/contract/api/endpoint';

/** What the path of a call looks like. A trailing slash reaches the same route, as the router is not strict. */
export function endpointPath({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
}
