// The web client as people meet it: a server with books, a real Chromium, browsers that nobody used before, somebody
// signed in. Whatever a page complains about fails the test that opened it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Client, writeFiles } from '@lectern/server/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { makeSession, openWithStorage } from './browser-session.ts';
import { useChromium } from './chromium.ts';
import type { Program } from './program.ts';
import { serve, signIn, waitForTasks } from './server.ts';

/** Of everybody whom these tests make. */
export const password = 'a password for the browser';

export const desk = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

export interface WebOptions {
  /** Books by their path below the library's folder. */
  files: Record<string, Buffer>;
  environment?: Record<string, string>;
}

export interface Visit {
  /** Of the browser window; a desk's where nothing is said. A phone's has touch. */
  viewport?: { width: number; height: number };
  username?: string;
  /** More of the browser's settings: language, colours, reduced motion. */
  context?: BrowserContextOptions;
  /** Complaints of the page that the test provokes. */
  allow?: RegExp;
}

export interface Web {
  base: string;
  admin: Client;
  program: Program;
  /** The folder of the library. */
  library: string;
  /** A browser that nobody used before, with an empty page. */
  open(visit?: Visit): Promise<Page>;
  /** The same, signed in and at an address (below the base path). */
  signedIn(path?: string, visit?: Visit): Promise<Page>;
  end(): Promise<void>;
}

export async function startWeb({ files, environment = {} }: WebOptions): Promise<Web> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
  const library = join(folder, 'Books');
  mkdirSync(library);
  writeFiles(library, files);
  const program = serve({
    dataDir: join(folder, 'data'),
    libraries: [library],
    environment: { LECTERN_ADMIN_PASSWORD: password, ...environment },
  });
  const base = await program.url();
  const admin = await signIn(program, password);
  await waitForTasks(admin);
  return {
    base,
    admin,
    program,
    library,
    open: openPage,
    async signedIn(path = '/', { username = 'admin', context, ...visit } = {}) {
      const credentials = { username, password, userAgent: context?.userAgent };
      const { cookies, origins } = await makeSession(base, credentials);
      const storageState = { cookies, origins: [] };
      const page = await openPage({ ...visit, context: { storageState, ...context } });
      await openWithStorage(page, origins, `${base}${path}`);
      return page;
    },
    async end() {
      program.signal('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** In whichever language the page speaks. */
export async function fillSignIn(page: Page, username: string, word = password): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(word);
  await page.locator('button[type=submit]').click();
}

async function openPage({ viewport = desk, context, allow }: Visit = {}): Promise<Page> {
  const touch = viewport.width < 600 ? { hasTouch: true, isMobile: true } : {};
  // A worker would stand between the page and what tests do to its requests; tests of it allow it.
  const browser = await useChromium();
  const session = await browser.newContext({ viewport, serviceWorkers: 'block', ...touch, ...context });
  session.setDefaultTimeout(15_000);
  const page = await session.newPage();
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!allow?.test(text)) complaints.push(text);
  };
  page.on('pageerror', (error) => complain(error.message));
  page.on('console', (message) => {
    // That nobody is signed in is how the client finds out.
    if (message.type() !== 'error' || /401 \(Unauthorized\)/.test(message.text())) return;
    complain(`${message.text()} ${message.location().url}`);
  });
  onTestFinished(async () => {
    await session.close();
    expect(complaints).toEqual([]);
  });
  return page;
}

/** Keeps a picture of the page when LECTERN_SCREENSHOTS names a folder to look into. */
export async function show(page: Page, name: string): Promise<void> {
  const folder = process.env.LECTERN_SCREENSHOTS;
  if (!folder) return;
  const path = join(folder, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
}
