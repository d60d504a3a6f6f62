// Which pictures there are: a window, colours, and the way to what is shown.
import type { BookDto } from '@lectern/contract/books';
import type { Client } from '@lectern/server/testing';
import type { Page } from 'playwright-core';

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

async function listBooks(admin: Client): Promise<BookDto[]> {
  return (await admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500')).body.data;
}

async function find(admin: Client, title: string): Promise<BookDto> {
  const book = (await listBooks(admin)).find(({ path }) => path.includes(title));
  if (!book) throw new Error(`There is no ${title}`);
  return book;
}

/** Somebody has read here for a while. */
async function readSome(admin: Client): Promise<void> {
  const places: [string, number][] = [
    ['The Lamplighters 02', 7],
    ['Nine Small Moons 03', 4],
    ['Paper Foxes 01', 9],
  ];
  for (const [title, currentPage] of places)
    await admin.put(`/api/v1/books/${(await find(admin, title)).id}/progress`, { currentPage });
  for (const title of ['The Lamplighters 01', 'Harbour of Clouds 01', 'The Clockmaker 01'])
    await admin.post(`/api/v1/books/${(await find(admin, title)).id}/read`, {});
}

const visit =
  (path: string, text: RegExp) =>
  async ({ page, base }: World) => {
    await page.goto(base + path);
    await page.getByText(text).first().waitFor();
  };

const home = async (world: World) => {
  await readSome(world.admin);
  await visit('/', /Keep reading/)(world);
};

const openSeries = async ({ page, base, admin }: World) => {
  const { seriesId } = await find(admin, 'The Lamplighters 01');
  await page.goto(`${base}/series/${seriesId}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

const openBook = async ({ page, base, admin }: World) => {
  const { id } = await find(admin, 'The Lamplighters 02');
  await page.goto(`${base}/books/${id}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

const read =
  (title: string, place: string) =>
  async ({ page, base, admin }: World) => {
    const { id } = await find(admin, title);
    await page.goto(`${base}/books/${id}/read`);
    await page.locator(place).first().waitFor();
  };

/** Where one taps is explained in the first book on a device, a moment after it is there. */
async function dismissHint(page: Page): Promise<void> {
  const known = page.getByRole('button', { name: 'Got it' });
  await known.click({ timeout: 4_000 }).catch(() => undefined);
  await known.waitFor({ state: 'detached' });
}

/** In the middle of a book, two pages side by side where there is room. */
const comic = async (world: World) => {
  await read('The Clockmaker 02', 'main img')(world);
  const { page } = world;
  await dismissHint(page);
  if ((page.viewportSize()?.width ?? 0) > 600) await page.keyboard.press('d');
  for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowRight');
  await page.mouse.move(5, 400);
};

/** Books are shown in frames of their own, which are there before their text is. */
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

const account = async ({ page, base }: World) => {
  await page.goto(`${base}/account`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

export const shots: readonly Shot[] = [
  { name: 'home', viewport: desk, colours: 'light', go: home },
  { name: 'home-phone', viewport: phone, colours: 'dark', go: home },
  { name: 'series-list', viewport: desk, colours: 'light', go: visit('/series', /The Clockmaker/) },
  { name: 'series', viewport: desk, colours: 'dark', go: openSeries },
  { name: 'book', viewport: desk, colours: 'light', go: openBook },
  { name: 'comic-reader', viewport: desk, colours: 'dark', go: comic },
  { name: 'comic-reader-phone', viewport: phone, colours: 'dark', go: comic },
  { name: 'epub-reader', viewport: desk, colours: 'light', go: novel },
  { name: 'pdf-reader', viewport: desk, colours: 'light', go: paper },
  { name: 'administration', viewport: desk, colours: 'light', go: visit('/administration', /Libraries/) },
  { name: 'account', viewport: phone, colours: 'light', go: account },
];
