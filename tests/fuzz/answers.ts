import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, errorsOf, statusOf } from '@haat/contract/endpoint';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { errorBody } from '@haat/contract/common';
import { STATUS_OF } from '../../api/http/errors.ts';
import type { FuzzRequest } from './requests.ts';

export type FuzzAnswer = { status: number; type: string; text: string; ms: number };

const SLOW_MS = 2_000;

/** Stack traces of Node, and what PostgreSQL, the drivers and the ORM say. */
const INTERNALS =
  /\n\s+at |node_modules|\.ts:\d+|node:internal|syntax error at|violates \w+[- ]\w* ?constraint|duplicate key value|relation "|column "|invalid input syntax|SQLSTATE|select .+ from .+ where|insert into "?\w+"? ?\(|ECONNREFUSED|ENOENT/i;

/** Why this answer must not be given; undefined for a good one. */
export function faultOf(request: FuzzRequest, answer: FuzzAnswer): string | undefined {
  const { status, text, ms } = answer;
  if (status >= 500) return `answers ${status}`;
  if (ms > SLOW_MS) return `takes ${Math.round(ms)} ms`;
  if (INTERNALS.test(text)) return `shows internals: ${INTERNALS.exec(text)?.[0]}`;
  if (!request.path.startsWith('/api/') || ['HEAD', 'OPTIONS'].includes(request.method)) return undefined;
  const called = ENDPOINTS.filter((endpoint) => matches(endpoint, request));
  if (status >= 400) return faultOfError(called, answer);
  if (called.length === 0) return undefined;
  const faults = called.map((endpoint) => faultOfSuccess(endpoint, answer));
  return faults.includes(undefined) ? undefined : faults[0];
}

/** Calls that the path may lead to. A parameter may look like the word of another path. */
function matches({ method, path }: Endpoint, request: FuzzRequest): boolean {
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
  return method === request.method.toLowerCase() && pattern.test(request.path);
}

function faultOfError(called: Endpoint[], { status, type, text }: FuzzAnswer): string | undefined {
  if (!type.startsWith('application/json')) return `answers ${status} as ${type}`;
  const body = errorBody.safeParse(JSON.parse(text));
  if (!body.success) return `answers an error of another shape: ${text.slice(0, 200)}`;
  const { code } = body.data;
  // As its summary says.
  const isVerification = code === 'payment_unverified' && called.some(({ path }) => path.endsWith('/verify-payment'));
  if (STATUS_OF[code] !== status && !(isVerification && status === 400)) return `answers ${code} with ${status}`;
  const declared = called.flatMap((endpoint) => errorsOf(endpoint));
  // A path that cannot be decoded reaches no call.
  const known = [...declared, 'not_found', ...(called.length === 0 ? ['method_not_allowed', 'invalid_input'] : [])];
  return known.includes(code) ? undefined : `answers ${code}, which is not declared`;
}

function faultOfSuccess(endpoint: Endpoint, { status, type, text }: FuzzAnswer): string | undefined {
  if (status === 304 && text === '') return undefined;
  // What exists already is answered with 200 by calls that create.
  if (status !== statusOf(endpoint) && !(status === 200 && endpoint.status === 201)) return `answers ${status}`;
  if (endpoint.file) return type.startsWith(endpoint.file) ? undefined : `answers ${type}`;
  if (endpoint.isStream) return type.startsWith('text/event-stream') ? undefined : `answers ${type}`;
  if (!endpoint.output) return text === '' ? undefined : 'answers content';
  const body: unknown = JSON.parse(text);
  const output = endpoint.output.safeParse(body);
  if (!output.success) return `breaks its schema: ${output.error.message}`;
  // Parsing drops unknown fields.
  return isDeepStrictEqual(output.data, body) ? undefined : 'answers fields that are not declared';
}
