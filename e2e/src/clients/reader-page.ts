// A page of another program in a real browser: serves the modules of a reading app and the server on one origin, as the
// app's web site would.
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../harness/browser/chromium.ts';

const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' };
const app = '/app/';

export interface ReaderPage {
  origin: string;
  /** Runs the body of an async function in the page. `app` imports a module of the reading app. */
  run<T>(body: string, argument?: unknown): Promise<T>;
  /** Errors that the page reported. */
  complaints: readonly string[];
  close(): Promise<void>;
}

/** `folder` contains the reading app. All other requests are forwarded to the server with these headers. */
export async function openReaderPage(
  folder: URL,
  server: { url: string; headers: Record<string, string> },
): Promise<ReaderPage> {
  const site = createServer((incoming, answer) => {
    const path = new URL(incoming.url ?? '/', 'http://x').pathname;
    if (path === '/') answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>A reader</title>');
    else if (path.startsWith(app)) sendModule(new URL(path.slice(app.length), folder), answer);
    else passOn(incoming, answer, server);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  let browser: Browser | undefined;
  try {
    browser = await launchChromium();
    const page = await browser.newPage();
    const complaints = listen(page);
    await page.goto(`${origin}/`);
    return {
      origin,
      complaints,
      run: (body, argument = null) =>
        page.evaluate(
          `(async (argument) => { const app = (name) => import('${app}' + name); ${body} })(${JSON.stringify(argument)})`,
        ),
      async close() {
        await browser?.close();
        site.close();
        site.closeAllConnections();
      },
    };
  } catch (error) {
    await browser?.close();
    site.close();
    throw error;
  }
}

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => void complaints.push(error.message));
  return complaints;
}

function sendModule(file: URL, answer: ServerResponse): void {
  const path = fileURLToPath(file);
  if (!existsSync(path)) answer.writeHead(404).end();
  else {
    answer.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(answer);
  }
}

function passOn(
  incoming: IncomingMessage,
  answer: ServerResponse,
  { url, headers }: { url: string; headers: Record<string, string> },
): void {
  const { host: _, ...given } = incoming.headers;
  const passed = request(
    `${url}${incoming.url}`,
    { method: incoming.method ?? 'GET', headers: { ...given, ...headers } },
    (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    },
  );
  passed.on('error', () => answer.destroy());
  incoming.pipe(passed);
}
