// Simulates the sites that plugins call, on the loopback address. A module that is loaded before a plugin redirects its
// requests here.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `https://host/path` is requested as `/host/path`. */
type Answer = (request: IncomingMessage, url: URL, response: ServerResponse) => unknown;

export interface Upstream {
  url: string;
  /** Value of the server option `pluginPreload`. */
  preload: string;
  /** `/host/path` of each request. */
  requested: string[];
  /** Responses by path prefix; the longest match applies. A value is sent as JSON, a text unchanged. */
  answers: Map<string, Answer>;
  stop(): void;
}

export async function startUpstream(): Promise<Upstream> {
  const answers = new Map<string, Answer>();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream');
    requested.push(url.pathname);
    const known = [...answers].filter(([start]) => url.pathname.startsWith(start));
    const [, answer] = known.toSorted(([one], [other]) => other.length - one.length)[0] ?? [];
    const value = answer?.(request, url, response);
    if (!answer) response.statusCode = 404;
    if (response.writableEnded || response.headersSent) return;
    response.end(
      typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value ?? {}),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const preload = join(mkdtempSync(join(tmpdir(), 'lectern-test-')), 'lead-here.mjs');
  writeFileSync(
    preload,
    `const { fetch } = globalThis;
    globalThis.fetch = (address, options) => {
      const { host, pathname, search } = new URL(address instanceof Request ? address.url : address);
      return fetch('${url}/' + host + pathname + search, options);
    };`,
  );
  return { url, preload, requested, answers, stop: () => server.close() };
}
