import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from '@koa/router';
import { send } from '@koa/send';
import { openApiDocument } from '../docs/openapi-document.ts';
import { pageSecurityHeaders } from '../http/headers.ts';
import type { ApiState } from '../http/route.ts';

const ASSETS = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
const HOUR_MS = 3_600_000;

/** The API's documentation to read and to try, without a file from anywhere else. */
export const docsRoutes = new Router<ApiState>({ prefix: '/api' });

let document: string | undefined;

docsRoutes.get('/openapi.json', (ctx) => {
  document ??= JSON.stringify(openApiDocument());
  ctx.type = 'json';
  ctx.body = document;
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
  await send(ctx, basename(ctx.path), { root: ASSETS, maxage: HOUR_MS });
});

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
