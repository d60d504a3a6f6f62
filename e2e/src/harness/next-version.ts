// A server that is upgraded while browsers use it: the same server behind a proxy that can switch to another build of
// the client.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Releases {
  /** Address for browsers. */
  base: string;
  /**
   * Switches to the next build: the page has the mark `meta[name=version][content=next]` and a different service
   * worker.
   */
  publish(): void;
}

/** Starts a proxy in front of the server at `base`. It is stopped after the test. */
export async function startReleases(base: string): Promise<Releases> {
  const { port, hostname, pathname } = new URL(base);
  let isNext = false;
  const server = createServer((asked, answer) => {
    const change = !isNext
      ? undefined
      : asked.url?.endsWith('/service-worker.js')
        ? toNextWorker
        : isPage(asked)
          ? toNextPage
          : undefined;
    const headers = { ...asked.headers };
    // Modified responses must be uncompressed and complete.
    if (change)
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
    const going = request(
      { hostname, port, path: asked.url, method: asked.method, headers },
      (coming) => void (change ? sendChanged(coming, answer, change) : sendAsIs(coming, answer)),
    );
    going.on('error', () => answer.destroy());
    answer.on('close', () => going.destroy());
    asked.pipe(going);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    base: `http://localhost:${(server.address() as AddressInfo).port}${pathname.replace(/\/$/, '')}`,
    publish() {
      isNext = true;
    },
  };
}

/** Documents of books are not pages of the client. The service worker requests the page by its address. */
const isPage = ({ url = '', headers }: IncomingMessage): boolean =>
  !/\/(api|assets)\//.test(url) && (headers.accept?.includes('text/html') || url.endsWith('/'));

function sendAsIs(coming: IncomingMessage, answer: ServerResponse): void {
  answer.writeHead(coming.statusCode ?? 502, coming.rawHeaders);
  coming.on('error', () => answer.destroy());
  coming.pipe(answer);
}

async function sendChanged(
  coming: IncomingMessage,
  answer: ServerResponse,
  change: (text: string) => string,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of coming) chunks.push(chunk as Buffer);
  const { 'content-length': _, etag: __, 'last-modified': ___, ...headers } = coming.headers;
  answer.writeHead(coming.statusCode ?? 502, headers);
  answer.end(change(Buffer.concat(chunks).toString()));
}

const toNextPage = (page: string): string =>
  page.replace('</head>', '<meta name="version" content="next"></head>');

/** Changes the revision of the page in the worker's precache list, as any other build does. */
function toNextWorker(script: string): string {
  const next = script.replace(/(revision:\s*[`"'])[0-9a-f]{64}/, `$1${'0'.repeat(64)}`);
  if (next === script) throw new Error('The worker has no revision of the page');
  return next;
}
