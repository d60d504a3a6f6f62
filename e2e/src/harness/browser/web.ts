// The web client as users see it: a server with books, a real Chromium, new browser profiles, signed-in users. Any
// error that a page reports fails the test that opened it.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Client, writeFiles } from '@lectern/server/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Program } from '../program.ts';
import { serve, signIn, waitForTasks } from '../server.ts';
import { makeSession, openWithStorage } from './browser-session.ts';
import { useChromium } from './chromium.ts';

/** Password of all users that these tests create. */
export const password = 'a password for the browser';

export const desk = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

export interface WebOptions {
  /** Books by path below the library folder. */
  files: Record<string, Buffer>;
  environment?: Record<string, string>;
}

export interface Visit {
  /** Size of the browser window; desktop by default. A phone size enables touch. */
  viewport?: { width: number; height: number };
  username?: string;
  /** Further browser settings: language, color scheme, reduced motion. */
  context?: BrowserContextOptions;
  /** Page errors that the test expects. */
  allow?: RegExp;
}

export interface Web {
  base: string;
  admin: Client;
  program: Program;
  /** Folder of the library. */
  library: string;
  /** Opens an empty page in a new browser profile. */
  open(visit?: Visit): Promise<Page>;
  /** Opens a path (below the base path) in a new profile, signed in. */
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

/** Fills in the sign-in form in any language. */
export async function fillSignIn(page: Page, username: string, word = password): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(word);
  await page.locator('button[type=submit]').click();
}

async function openPage({ viewport = desk, context, allow }: Visit = {}): Promise<Page> {
  const touch = viewport.width < 600 ? { hasTouch: true, isMobile: true } : {};
  // A service worker would hide requests from the test; tests of the worker allow it.
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
    // The client detects a missing session through a 401.
    if (message.type() !== 'error' || /401 \(Unauthorized\)/.test(message.text())) return;
    complain(`${message.text()} ${message.location().url}`);
  });
  onTestFinished(async () => {
    await session.close();
    expect(complaints).toEqual([]);
  });
  return page;
}

/** Takes a screenshot of the page if LECTERN_SCREENSHOTS names a folder. */
export async function show(page: Page, name: string): Promise<void> {
  const folder = process.env.LECTERN_SCREENSHOTS;
  if (!folder) return;
  const path = join(folder, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
}
