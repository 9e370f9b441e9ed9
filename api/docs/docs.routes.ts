import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from '@koa/router';
import { EncodedBody } from '@haat/core/lib/cache/encoded-body';
import { openApiDocument } from './openapi-document.ts';
import { pageSecurityHeaders } from '../http/headers.ts';
import { answerEncoded, type ApiState } from '../http/route.ts';

const ASSETS = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
const HOUR = 3_600;

/** The API documentation, to read and to try out, without files from other origins. */
export const docsRoutes = new Router<ApiState>({ prefix: '/api' });

// Compressed once, not for each guest: the bundle takes 40 ms.
let document: EncodedBody | undefined;

docsRoutes.get('/openapi.json', (ctx) => {
  document ??= new EncodedBody(JSON.stringify(openApiDocument()));
  return answerEncoded(ctx, document);
});

docsRoutes.get('/docs', pageSecurityHeaders, (ctx) => {
  ctx.type = 'html';
  ctx.body = PAGE;
});

// The page's own script is a file, because the security headers allow none inside the page.
docsRoutes.get('/docs/start.js', (ctx) => {
  ctx.type = 'js';
  ctx.body = START;
});

docsRoutes.get(['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'], async (ctx) => {
  const name = basename(ctx.path);
  const asset = assets.get(name) ?? readFile(join(ASSETS, name), 'utf8').then((text) => new EncodedBody(text));
  assets.set(name, asset);
  ctx.set('Cache-Control', `max-age=${HOUR}`);
  await answerEncoded(ctx, await asset, `${name.endsWith('.css') ? 'text/css' : 'text/javascript'}; charset=utf-8`);
});

const assets = new Map<string, Promise<EncodedBody>>();

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Haat API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });
`;
