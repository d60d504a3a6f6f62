// Serves the web client: its files, and its page for every address without another route. The client is built in
// advance (scripts/build-web.mjs); without it, the server offers only the API.
import { randomBytes } from 'node:crypto';
import { bytes, routes } from '@lectern/contract/route';
import { z } from 'zod';
import { hasSessionCookie } from '#features/identity/auth/index.ts';
import { clientPaths, programPaths } from '#infrastructure/config/addresses.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { missing, readWebFiles, type WebFile } from './files.ts';
import { createPreloads } from './preloads.ts';

interface Dependencies {
  config: { server: Pick<Config['server'], 'basePath'> };
  /** Folder of the built client. */
  folder: string;
}

const file = (path: string, summary: string, mediaType: string) =>
  ({
    method: 'GET',
    path,
    summary,
    access: 'anyone',
    answers: { 200: bytes([mediaType]) },
    rateLimit: 'tenth',
  }) as const;
const named = { params: z.object({ name: z.string() }) };

const contract = routes('Web client', 'Files of the web client.', {
  asset: { ...file('/assets/{name*}', 'Get a web client asset', '*/*'), ...named },
  icon: file('/icon.svg', 'The icon', 'image/svg+xml'),
  installedIcon: { ...file('/icons/{name}', 'Get an icon of the installed web app', 'image/png'), ...named },
  manifest: file('/manifest.webmanifest', 'Get the web app manifest', 'application/manifest+json'),
  serviceWorker: file('/service-worker.js', 'Get the service worker', 'text/javascript'),
});

/** All other paths return 404. */
const pages = new RegExp(`^/(?:(?:${clientPaths.join('|')})(?:/[\\w-]+){0,3})?/?$`);

const programs = new RegExp(`^/(?:${programPaths.join('|')})(?:/|$)`);

/** Browsers list HTML when they open a page. Programs that accept any type, or JSON, get a JSON error. */
const isBrowser = ({ accept }: CallRequest['headers']): boolean =>
  typeof accept === 'string' &&
  /\btext\/html\b(?!\s*;\s*q=0(?:\.0+)?(?:[\s,]|$))/.test(accept) &&
  !accept.includes('application/json');

/** Allows only the server's scripts and no external sources. Component styles are allowed by a nonce per page. */
const toPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export class WebClient {
  readonly #deps: Dependencies;
  readonly #files: Map<string, WebFile>;
  readonly #index: string | undefined;
  readonly #toPreloads;
  readonly routes: MountedRoute[];

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#files = readWebFiles(deps.folder);
    this.#index = this.#files.get('index.html')?.whole.bytes?.toString();
    this.#toPreloads = createPreloads(this.#files.get('preloads.json')?.whole.bytes?.toString());
    this.routes = implement(contract, {
      asset: ({ params, request }) => this.#send(`assets/${params.name}`, request, forEver),
      icon: ({ request }) => this.#send('icon.svg', request, forADay),
      installedIcon: ({ params, request }) => this.#send(`icons/${params.name}`, request, forADay),
      manifest: ({ request }) => this.#send('manifest.webmanifest', request, forADay),
      serviceWorker: ({ request }) => this.#send('service-worker.js', request, worker),
    });
  }

  /** The page for a path below the base path; undefined if the path is not a page or the client was not built. */
  findPage(path: string, headers: CallRequest['headers']): BytesAnswer | undefined {
    return this.#index !== undefined && pages.test(path)
      ? this.#toPage(this.#index, path, headers)
      : undefined;
  }

  /** The same page with status 404 for other paths. Only for browsers, not for programs. */
  findMissingPage(path: string, headers: CallRequest['headers']): BytesAnswer | undefined {
    return this.#index !== undefined && path.startsWith('/') && !programs.test(path) && isBrowser(headers)
      ? this.#toPage(this.#index, path, headers)
      : undefined;
  }

  #send(name: string, { headers }: CallRequest, extra: Extra): BytesAnswer {
    const file = this.#files.get(name);
    if (!file) throw missing();
    return toAnswer(file, String(headers['accept-encoding'] ?? ''), extra);
  }

  #toPage(html: string, path: string, headers: CallRequest['headers']): BytesAnswer {
    const nonce = randomBytes(16).toString('base64');
    const page = Buffer.from(
      html
        .replace('<base href="/"', `<base href="${this.#deps.config.server.basePath}/"`)
        .replace('content=""', `content="${nonce}"`)
        .replace('</head>', `${hasSessionCookie(headers) ? this.#toPreloads(path) : ''}</head>`),
    );
    return bytesAnswer({
      mediaType: 'text/html; charset=utf-8',
      sizeBytes: page.length,
      cacheControl: 'no-store',
      headers: { 'Content-Security-Policy': toPolicy(nonce) },
      body: () => page,
    });
  }
}

interface Extra {
  cacheControl: string;
  headers?: Readonly<Record<string, string>>;
}

/** Names of assets contain a hash of their content. */
const forEver: Extra = { cacheControl: 'public, max-age=31536000, immutable' };
const forADay: Extra = { cacheControl: 'public, max-age=86400' };
/** The service worker may only connect to this server. A new version is detected at the next visit. */
const worker: Extra = {
  cacheControl: 'no-cache',
  headers: { 'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'" },
};

function toAnswer(
  { mediaType, whole, brotli, gzip, etag }: WebFile,
  acceptEncoding: string,
  { cacheControl, headers }: Extra,
): BytesAnswer {
  const takes = (coding: string) =>
    new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(?:[,\\s]|$))`).test(acceptEncoding);
  const coding = brotli && takes('br') ? 'br' : gzip && takes('gzip') ? 'gzip' : undefined;
  const { sizeBytes, read } = (coding === 'br' ? brotli : coding === 'gzip' ? gzip : undefined) ?? whole;
  return bytesAnswer({
    mediaType,
    sizeBytes,
    etag: coding ? `${etag}-${coding}` : etag,
    cacheControl,
    headers: { Vary: 'Accept-Encoding', ...headers, ...(coding && { 'Content-Encoding': coding }) },
    body: () => read(),
  });
}
