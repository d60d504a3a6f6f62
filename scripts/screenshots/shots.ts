// List of the screenshots: window, color scheme, and the steps to the shown state.
import type { Client } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { findBook } from './household.ts';

interface World {
  page: Page;
  base: string;
  admin: Client;
}

export interface Shot {
  name: string;
  viewport: { width: number; height: number };
  colours: 'light' | 'dark';
  go(world: World): Promise<void>;
}

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const visit =
  (path: string, text: RegExp) =>
  async ({ page, base }: World) => {
    await page.goto(base + path);
    await page.getByText(text).first().waitFor();
  };

const openSeries = async ({ page, base, admin }: World) => {
  const { seriesId } = await findBook(admin, 'The Lamplighters 01');
  await page.goto(`${base}/series/${seriesId}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

const openBook = async ({ page, base, admin }: World) => {
  const { id } = await findBook(admin, 'The Lamplighters 02');
  await page.goto(`${base}/books/${id}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

const read =
  (title: string, place: string) =>
  async ({ page, base, admin }: World) => {
    const { id } = await findBook(admin, title);
    await page.goto(`${base}/books/${id}/read`);
    await page.locator(place).first().waitFor();
  };

/** Closes the hint about tap areas, which appears a moment after the first book is opened on a device. */
async function dismissHint(page: Page): Promise<void> {
  const known = page.getByRole('button', { name: 'Got it' });
  await known.click({ timeout: 4_000 }).catch(() => undefined);
  await known.waitFor({ state: 'detached' });
}

/** Opens the middle of a book, with two pages side by side if the window is wide enough. */
const comic = async (world: World) => {
  await read('The Clockmaker 02', 'main img')(world);
  const { page } = world;
  await dismissHint(page);
  if ((page.viewportSize()?.width ?? 0) > 600) await page.keyboard.press('d');
  for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowRight');
  await page.mouse.move(5, 400);
};

/** Text of books is in frames, which exist before their text is loaded. */
const novel = async (world: World) => {
  await read('Lighthouse', 'main')(world);
  const { page } = world;
  for (let tries = 0; tries < 100; tries++) {
    const texts = await Promise.all(
      page.frames().map((frame) =>
        frame
          .locator('body')
          .textContent()
          .catch(() => ''),
      ),
    );
    if (texts.some((text) => text?.includes('The lamp had been lit'))) return;
    await page.waitForTimeout(100);
  }
  throw new Error('The text of the book does not come');
};

const paper = async (world: World) => {
  await read('Field Notes', 'canvas, main img')(world);
  await dismissHint(world.page);
};

const openList =
  (kind: 'collections' | 'readlists') =>
  async ({ page, base, admin }: World) => {
    const { body } = await admin.get<{ data: { id: string }[] }>(`/api/v1/${kind}`);
    await page.goto(`${base}/${kind}/${body.data[0]?.id}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  };

const signIn = async ({ page, base }: World) => {
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  await page.goto(`${base}/sign-in`);
  await page.locator('input[name=password]').waitFor();
};

const filters = async ({ page, base }: World) => {
  await page.goto(`${base}/series`);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('dialog').getByText('Genre', { exact: true }).waitFor();
};

const user = async ({ page, base, admin }: World) => {
  const { body } = await admin.get<{ data: { id: string; username: string }[] }>('/api/v1/users');
  await page.goto(`${base}/administration/users/${body.data.find(({ username }) => username === 'mia')?.id}`);
  await page.getByRole('heading', { name: 'Restrictions' }).waitFor();
};

const home = visit('/', /Recently added/);

/** Opens a page by its address and waits for its heading. */
const toPage =
  (path: string) =>
  async ({ page, base }: World) => {
    await page.goto(base + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  };

/** Pages of the administration and of the account, by the last part of their addresses. */
const administration = [
  'libraries',
  'users',
  'sharing-tags',
  'api-keys',
  'plugins',
  'matching',
  'tasks',
  'book-errors',
  'duplicates',
  'pdf-cache',
  'settings',
  'activity',
  'backup',
  'import',
  'server',
];
const account = ['profile', 'apps', 'devices', 'reading'];

const toShots = (area: string, parts: readonly string[]): Shot[] =>
  parts.map((part) => ({
    name: `${area}-${part}`,
    viewport: desk,
    colours: 'light',
    go: toPage(`/${area}/${part}`),
  }));

export const shots: readonly Shot[] = [
  { name: 'sign-in', viewport: desk, colours: 'light', go: signIn },
  { name: 'home', viewport: desk, colours: 'light', go: home },
  { name: 'home-phone', viewport: phone, colours: 'dark', go: home },
  { name: 'libraries', viewport: phone, colours: 'light', go: toPage('/libraries') },
  { name: 'series-list', viewport: desk, colours: 'light', go: visit('/series', /The Clockmaker/) },
  { name: 'book-list', viewport: desk, colours: 'dark', go: visit('/books', /The Clockmaker/) },
  { name: 'filters', viewport: desk, colours: 'light', go: filters },
  { name: 'not-found', viewport: desk, colours: 'dark', go: visit('/nowhere', /Page not found/) },
  { name: 'series', viewport: desk, colours: 'dark', go: openSeries },
  { name: 'book', viewport: desk, colours: 'light', go: openBook },
  { name: 'search', viewport: desk, colours: 'light', go: visit('/search?q=moon', /Nine Small Moons/) },
  { name: 'want-to-read', viewport: desk, colours: 'light', go: toPage('/want-to-read') },
  { name: 'collections', viewport: desk, colours: 'light', go: toPage('/collections') },
  { name: 'collection', viewport: desk, colours: 'light', go: openList('collections') },
  { name: 'read-lists', viewport: desk, colours: 'light', go: toPage('/readlists') },
  { name: 'read-list', viewport: desk, colours: 'light', go: openList('readlists') },
  { name: 'notes', viewport: desk, colours: 'light', go: toPage('/notes') },
  { name: 'presets', viewport: desk, colours: 'light', go: toPage('/presets') },
  { name: 'statistics', viewport: desk, colours: 'light', go: toPage('/statistics') },
  { name: 'upload', viewport: desk, colours: 'light', go: toPage('/upload') },
  { name: 'downloads', viewport: phone, colours: 'light', go: toPage('/offline') },
  { name: 'comic-reader', viewport: desk, colours: 'dark', go: comic },
  { name: 'comic-reader-phone', viewport: phone, colours: 'dark', go: comic },
  { name: 'epub-reader', viewport: desk, colours: 'light', go: novel },
  { name: 'pdf-reader', viewport: desk, colours: 'light', go: paper },
  { name: 'administration', viewport: desk, colours: 'light', go: visit('/administration', /Libraries/) },
  ...toShots('administration', administration),
  { name: 'administration-user', viewport: desk, colours: 'light', go: user },
  { name: 'account', viewport: phone, colours: 'light', go: toPage('/account') },
  ...toShots('account', account),
];
