import type { Endpoint } from '@haat/contract/api/endpoint';
import { ENDPOINTS } from '@haat/contract/api/endpoints';
import { errorBody, idempotencyKey } from '@haat/contract/api/common.schema';
import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';

/** The contract as an OpenAPI document, made of the schemas that the server parses with. */
export function openApiDocument(): ReturnType<typeof createDocument> {
  return createDocument({
    openapi: '3.1.1',
    info: { title: 'Haat', version: '1', description: 'Money is in rupees; every refusal has the same body.' },
    // Wherever the page is read from.
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
  const { path, summary, auth, params, query, body, status, isOnce } = endpoint;
  return {
    summary,
    tags: [path.split('/')[2] ?? 'other'],
    ...(auth !== 'none' && auth !== 'query' && { security: [{ bearer: [] }] }),
    requestParams: {
      ...(params && { path: params }),
      ...(query instanceof z.ZodObject && { query }),
      ...(isOnce && { header: ONCE }),
    },
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, content: { 'application/json': { schema: body } } },
    }),
    ...(endpoint.form && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(endpoint) } } },
    }),
    responses: {
      [`${status}` as '200']: answerOf(endpoint),
      default: { description: 'Refused', content: { 'application/json': { schema: errorBody } } },
    },
  };
}

const ONCE = z.object({ 'Idempotency-Key': idempotencyKey.optional() });

function formOf({ form = z.object(), picture, upload }: Endpoint): z.ZodType {
  const file = (description: string) => z.string().meta({ format: 'binary', description });
  if (upload) return form.extend({ [upload.name]: file(upload.description) });
  return picture ? form.extend({ [picture]: file('JPEG, PNG or WebP, up to 5 MB').optional() }) : form;
}

function answerOf({ answer, status, auth, file }: Endpoint): ZodOpenApiResponseObject {
  if (file) return { description: 'Done', content: { [file]: {} } };
  if (answer) return { description: 'Done', content: { 'application/json': { schema: answer } } };
  if (status === 204) return { description: 'Done, nothing to say' };
  return { description: 'Done', ...(auth === 'query' && { content: { 'text/event-stream': {} } }) };
}
