import { type Endpoint, errorsOf, type Form, isGuarded, statusOf } from '@haat/contract/endpoint';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { errorBody, idempotencyKey } from '@haat/contract/common';
import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { STATUS_OF } from '../http/errors.ts';

/** The contract as an OpenAPI document, with the schemas that the server parses with. */
export function openApiDocument(): ReturnType<typeof createDocument> {
  return createDocument({
    openapi: '3.1.1',
    info: { title: 'Haat', version: '1', description: 'Amounts are in rupees. All errors have the same body.' },
    servers: [{ url: '/' }],
    paths: pathsOf(ENDPOINTS),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  });
}

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) };
  }
  return paths;
}

function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { path, summary, description, params, query, body, form, isIdempotent } = endpoint;
  return {
    summary,
    ...(description && { description }),
    tags: [path.split('/')[2] ?? 'other'],
    ...(isGuarded(endpoint) && { security: [{ bearer: [] }] }),
    ...(endpoint.access === 'anyone' && { security: [{}, { bearer: [] }] }),
    requestParams: {
      ...(params && { path: params }),
      ...(query instanceof z.ZodObject && { query }),
      ...(isIdempotent && { header: IDEMPOTENCY_HEADER }),
    },
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, content: { 'application/json': { schema: body } } },
    }),
    ...(form && { requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(form) } } } }),
    responses: { ...errorResponses(endpoint), [`${statusOf(endpoint)}` as '200']: successOf(endpoint) },
  };
}

const IDEMPOTENCY_HEADER = z.object({ 'Idempotency-Key': idempotencyKey.optional() });

const FILES = { picture: 'JPEG, PNG or WebP, up to 5 MB', csv: 'CSV in UTF-8, up to 5 MB' };

function formOf({ fields, file: { field, kind, isRequired, most } }: Form): z.ZodType {
  const file = z.string().meta({ format: 'binary', description: FILES[kind] });
  const files = most === undefined ? file : z.array(file).max(most);
  return fields.extend({ [field]: isRequired ? files : files.optional() });
}

function successOf({ output, file, isStream }: Endpoint): ZodOpenApiResponseObject {
  if (output) return { description: 'Success', content: { 'application/json': { schema: output } } };
  if (file) return { description: 'A file', content: { [file]: {} } };
  if (isStream) return { description: 'Server-sent events', content: { 'text/event-stream': {} } };
  return { description: 'Success, no content' };
}

/** One response for each status, with the codes that it may carry. */
function errorResponses(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, codes] of Object.entries(Object.groupBy(errorsOf(endpoint), (code) => STATUS_OF[code])))
    responses[status] = {
      description: (codes ?? []).join(', '),
      content: { 'application/json': { schema: errorBody } },
    };
  return responses;
}
