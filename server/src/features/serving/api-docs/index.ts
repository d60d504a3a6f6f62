// The API reference: the OpenAPI document, and an interactive page whose files are all served by this server.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { nouns } from '@lectern/contract/nouns';
import { toOpenApi } from '@lectern/contract/openapi';
import { apiDocs as contract } from '@lectern/contract/serving/api-docs';
import type { Config } from '#infrastructure/config/schema.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { toPackageFile } from '#infrastructure/program-files.ts';

/** Allows only scripts of this server. The reference uses inline styles, and icons as data URLs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
};

export function createApiDocs({ config }: { config: Config }): { routes: MountedRoute[] } {
  const base = config.server.basePath;
  let document: ReturnType<typeof toOpenApi> | undefined;
  const checkEnabled = () => {
    if (!config.apiDocs.enabled) throw notFound('page');
  };
  return {
    routes: implement(contract, {
      document: () => {
        checkEnabled();
        document ??= toOpenApi(nouns, base);
        return document;
      },
      page: () => {
        checkEnabled();
        return toAnswer(Buffer.from(toPage(`${base}/api/docs`)), 'text/html; charset=utf-8');
      },
      asset: async ({ params: { name } }) => {
        checkEnabled();
        const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
        if (name === 'start.js') return toAnswer(Buffer.from(toStart(`${base}/api/openapi.json`)), type);
        return toAnswer(await readFile(toPackageFile(`swagger-ui-dist/${name}`)), type);
      },
    }),
  };
}

function toAnswer(bytes: Buffer, mediaType: string): BytesAnswer {
  return bytesAnswer({
    mediaType,
    sizeBytes: bytes.length,
    etag: createHash('sha1').update(bytes).digest('base64url'),
    headers: { 'Content-Security-Policy': contentSecurityPolicy },
    body: () => bytes,
  });
}

const toPage = (base: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern API</title>
<link rel="icon" type="image/png" href="${base}/favicon-32x32.png">
<link rel="stylesheet" href="${base}/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="${base}/swagger-ui-bundle.js"></script>
<script src="${base}/start.js"></script>
</body>
</html>
`;

const toStart = (url: string) => `SwaggerUIBundle({
  url: ${JSON.stringify(url)},
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;
