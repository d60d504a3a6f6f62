// The web client: its files, and its one page for every address that nobody else answers. It was built before the
// server started (scripts/build-web.mjs); without it there is the API alone.
import { randomBytes } from 'node:crypto';
import { bytes, routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { Config } from '#kernel/config/schema.ts';
import { notFound } from '#kernel/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#kernel/http/answers.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { readWebFiles, type WebFile } from './files.ts';

interface Parts {
  config: Pick<Config, 'server'>;
  /** Where the built client lies. */
  folder: string;
}

export interface WebClient {
  routes: MountedRoute[];
  /** The page of an address below the base path; undefined for one that is no page, and where nothing was built. */
  findPage(path: string): BytesAnswer | undefined;
}

const contract = routes('Web client', 'What browsers load.', {
  asset: {
    method: 'GET',
    path: '/assets/{name*}',
    summary: 'A part of the web client',
    access: 'anyone',
    params: z.object({ name: z.string() }),
    answers: { 200: bytes(['*/*']) },
    exemptFromRateLimit: true,
  },
  icon: {
    method: 'GET',
    path: '/icon.svg',
    summary: 'The icon',
    access: 'anyone',
    answers: { 200: bytes(['image/svg+xml']) },
    exemptFromRateLimit: true,
  },
});

/** The first words of its addresses (web/src, each routes.ts). Whatever else is asked for is not there, and is said not to be. */
const places = [
  ...[
    'account',
    'administration',
    'authors',
    'books',
    'collections',
    'libraries',
    'notes',
    'offline',
    'presets',
  ],
  ...['readlists', 'search', 'series', 'sign-in', 'statistics', 'want-to-read', 'welcome'],
];
const pages = new RegExp(`^/(?:(?:${places.join('|')})(?:/[\\w-]+){0,3})?/?$`);

/** No code but our own files, nothing from elsewhere; styles of components by a word that changes with each page. */
const toPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export function createWebClient({ config: { server }, folder }: Parts): WebClient {
  const files = readWebFiles(folder);
  const index = files.get('index.html')?.bytes.toString();
  const send = (name: string, acceptEncoding: unknown): BytesAnswer => {
    const file = files.get(name);
    if (!file) throw notFound('part of the web client');
    return toAnswer(file, String(acceptEncoding ?? ''));
  };
  return {
    routes: implement(contract, {
      asset: ({ params, request }) => send(`assets/${params.name}`, request.headers['accept-encoding']),
      icon: ({ request }) => send('icon.svg', request.headers['accept-encoding']),
    }),
    findPage(path) {
      if (index === undefined || !pages.test(path)) return undefined;
      const nonce = randomBytes(16).toString('base64');
      const page = Buffer.from(
        index
          .replace('<base href="/"', `<base href="${server.basePath}/"`)
          .replace('content=""', `content="${nonce}"`),
      );
      return bytesAnswer({
        mediaType: 'text/html; charset=utf-8',
        sizeBytes: page.length,
        cacheControl: 'no-store',
        headers: { 'Content-Security-Policy': toPolicy(nonce) },
        body: () => page,
      });
    },
  };
}

/** Names of assets change with what is in them: they are kept for ever. */
function toAnswer({ mediaType, bytes: whole, brotli, etag }: WebFile, acceptEncoding: string): BytesAnswer {
  const packed = brotli && /\bbr\b/.test(acceptEncoding) ? brotli : undefined;
  const body = packed ?? whole;
  return bytesAnswer({
    mediaType,
    sizeBytes: body.length,
    etag: packed ? `${etag}-br` : etag,
    cacheControl: 'public, max-age=31536000, immutable',
    headers: { Vary: 'Accept-Encoding', ...(packed && { 'Content-Encoding': 'br' }) },
    body: () => body,
  });
}
