// Sends requests to the Internet. All requests to addresses that are untrusted, or that an external server may
// redirect, go through this module. Off unless `online.enabled` is set.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { readProxies } from '#infrastructure/config/environment.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { type Allowance, checkAddress } from './addresses.ts';
import { readBody } from './body.ts';
import { OutsideError } from './errors.ts';
import { findImageType, imageTypes, type OutsideImageType } from './image-type.ts';
import { type Sent, send, systemLookup } from './request.ts';

export { OutsideError } from './errors.ts';

export interface OutsideRequest {
  url: string | URL;
  method?: Sent['method'];
  headers?: Readonly<Record<string, string>>;
  body?: string;
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** Maximum number of redirects, each of which is checked. With 0, a redirect is returned as the response. */
  maxRedirects?: number;
  /** Exceptions for a configured address. */
  allow?: Allowance;
}

export interface OutsideAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

interface OutsideImage {
  type: OutsideImageType;
  bytes: Buffer;
}

interface Options {
  /** Changes with the settings. */
  config: Config;
  /** The other options are for tests: timeouts, name resolution, and redirection of requests. */
  headersMs?: number;
  totalMs?: number;
  lookup?: LookupFunction;
  proxies?: Readonly<Record<string, string>>;
  lead?: ((url: URL) => URL) | undefined;
}

export const maxImageBytes = 20 * 1024 ** 2;
const maxRedirects = 3;
/** The only headers that are sent to another origin. */
const harmlessHeaders = new Set(['accept', 'user-agent', 'accept-language']);
const redirects = new Set([301, 302, 303, 307, 308]);

export class Outside {
  readonly #options: Options;
  readonly #lead;
  readonly #proxies: Record<string, string>;
  readonly #lookup: LookupFunction;
  readonly #totalMs: number;
  readonly #headersMs: number;

  constructor(options: Options) {
    this.#options = options;
    this.#lead = options.lead ?? ((url: URL) => url);
    this.#proxies = options.proxies ?? readProxies();
    this.#lookup = options.lookup ?? systemLookup;
    this.#totalMs = options.totalMs ?? 30_000;
    this.#headersMs = options.headersMs ?? 10_000;
  }

  /** Returns a response with any status. Throws OutsideError, or the reason of the signal. */
  async ask(asked: OutsideRequest): Promise<OutsideAnswer> {
    if (!this.#options.config.online.enabled)
      throw new OutsideError('offline', 'Internet access is turned off (online.enabled)');
    const time = AbortSignal.timeout(this.#totalMs);
    const signal = asked.signal ? AbortSignal.any([asked.signal, time]) : time;
    try {
      return await this.#follow(asked, signal);
    } catch (error) {
      asked.signal?.throwIfAborted();
      if (!time.aborted) throw error;
      const seconds = Math.ceil(this.#totalMs / 1000);
      throw new OutsideError('timeout', `The response is incomplete after ${seconds} seconds`, {
        cause: error,
      });
    }
  }

  /**
   * Returns an image; undefined if none exists at that address. Throws like `ask`, and for data that is not an image.
   */
  async askForImage(
    asked: Omit<OutsideRequest, 'method' | 'body' | 'maxBytes'>,
  ): Promise<OutsideImage | undefined> {
    const headers = { accept: imageTypes.join(','), ...asked.headers };
    const { status, bytes } = await this.ask({ ...asked, headers, maxBytes: maxImageBytes });
    if (status === 404 || status === 410) return undefined;
    const type = findImageType(bytes);
    if (status < 200 || status > 299 || type === undefined)
      throw new OutsideError('no_image', `The response of ${toUrl(asked.url).host} is not an image`);
    return { type, bytes };
  }

  #allowFor(url: URL, allow: Allowance = {}): Allowance {
    return this.#options.config.online.allowedOrigins.includes(url.origin)
      ? { anyPort: true, privateNetworks: true }
      : allow;
  }

  async #follow(asked: OutsideRequest, signal: AbortSignal): Promise<OutsideAnswer> {
    const { maxBytes } = asked;
    const max = asked.maxRedirects ?? maxRedirects;
    let url = this.#lead(toUrl(asked.url));
    let allow = this.#allowFor(url, asked.allow);
    let sent: Sent = {
      method: asked.method ?? 'GET',
      headers: { 'user-agent': 'Lectern', ...asked.headers },
      body: asked.body,
    };
    for (let count = 0; ; count += 1) {
      checkAddress(url, allow);
      const connecting = {
        lookup: this.#lookup,
        proxies: this.#proxies,
        headersMs: this.#headersMs,
        signal,
        arePrivateAllowed: !!allow.privateNetworks,
      };
      const response = await send(url, sent, connecting);
      const { statusCode: status = 0, headers } = response;
      const next = redirects.has(status) ? headers.location : undefined;
      if (next === undefined || max === 0)
        return { status, headers, bytes: await read(response, { maxBytes, signal, url }) };
      response.destroy();
      if (count === max) throw new OutsideError('redirected', `${url.host} redirects more than ${max} times`);
      const to = this.#lead(toUrl(next, url));
      sent = toNext(sent, { status, isElsewhere: to.origin !== url.origin });
      // Exceptions for an address do not apply to its redirects.
      allow = this.#allowFor(to);
      url = to;
    }
  }
}

function toUrl(address: string | URL, base?: URL): URL {
  const url = URL.parse(String(address), base?.href);
  if (url === null) throw new OutsideError('address', 'The address is invalid');
  return url;
}

/**
 * Follows the rules of browsers (https://fetch.spec.whatwg.org/#http-redirect-fetch); credentials and bodies are not
 * sent to another origin.
 */
function toNext(sent: Sent, { status, isElsewhere }: { status: number; isElsewhere: boolean }): Sent {
  const becomesGet = status === 303 || (sent.method === 'POST' && (status === 301 || status === 302));
  const given = Object.entries(sent.headers);
  const headers = Object.fromEntries(
    given.filter(([name]) => {
      if (isElsewhere) return harmlessHeaders.has(name.toLowerCase());
      return !becomesGet || !name.toLowerCase().startsWith('content-');
    }),
  );
  if (becomesGet) return { method: 'GET', headers };
  if (isElsewhere && sent.method !== 'GET')
    throw new OutsideError('redirected', 'The redirect would send the request body to another origin');
  return { ...sent, headers };
}

async function read(
  response: IncomingMessage,
  { maxBytes, signal, url }: { maxBytes: number; signal: AbortSignal; url: URL },
): Promise<Buffer> {
  try {
    return await readBody(response, maxBytes);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof OutsideError) throw cause;
    throw new OutsideError('garbled', `The response of ${url.host} is truncated or cannot be decompressed`, {
      cause,
    });
  } finally {
    response.destroy();
  }
}
