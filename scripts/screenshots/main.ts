// Screenshots of every page for README and docs, taken from a real server with invented books in a real browser.
//   npm run screenshots [name …]
// Writes docs/pictures/*.jpg, each below 150 kB.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, writeFiles } from '@lectern/server/testing';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../e2e/src/harness/browser/chromium.ts';
import { startProgram } from '../../e2e/src/harness/program.ts';
import { makeBooks } from './books.ts';
import { createDrawer } from './drawings.ts';
import { fillHousehold } from './household.ts';
import { type Shot, shots } from './shots.ts';

const target = join(import.meta.dirname, '..', '..', 'docs', 'pictures');
const password = 'for pictures only';
const maxBytes = 150_000;

/** Selects the good font of the browser's package. Without a name, the browser uses the first font that it finds. */
function chooseFont(folder: string): void {
  const prefer = (family: string) =>
    `<alias binding="strong"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`;
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'lectern');
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${cache}</dir><dir>/usr/share/fonts</dir>${['system-ui', 'sans-serif'].map(prefer).join('')}</fontconfig>`,
  );
  process.env.FONTCONFIG_FILE = file;
}

async function waitForTasks(admin: Client): Promise<void> {
  const count = async (status: string) =>
    (await admin.get<{ total: number }>(`/api/v1/tasks?status=${status}`)).body.total;
  while ((await count('pending')) + (await count('running')) > 0)
    await new Promise((resolve) => setTimeout(resolve, 200));
}

async function enter(browser: Browser, base: string, { viewport, colours }: Shot): Promise<Page> {
  const isPhone = viewport.width < 600;
  const session = await browser.newContext({
    viewport,
    colorScheme: colours,
    serviceWorkers: 'block',
    ...(isPhone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
  });
  session.setDefaultTimeout(30_000);
  const page = await session.newPage();
  await page.goto(`${base}/sign-in`);
  await page.locator('input[name=username]').fill('admin');
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/sign-in'));
  return page;
}

/** Takes a screenshot with the best quality below the size limit. */
async function take(page: Page, name: string): Promise<void> {
  for (const quality of [85, 75, 60, 45, 30]) {
    const picture = await page.screenshot({ type: 'jpeg', quality });
    if (picture.length > maxBytes && quality > 30) continue;
    writeFileSync(join(target, `${name}.jpg`), picture);
    process.stdout.write(`${name}: ${Math.round(picture.length / 1000)} kB\n`);
    return;
  }
}

async function run(folder: string): Promise<void> {
  chooseFont(folder);
  const browser = await launchChromium();
  const drawer = await createDrawer(browser);
  const library = join(folder, 'Books');
  writeFiles(library, await makeBooks(drawer));
  await drawer.close();
  const program = startProgram(
    ['serve', '--data-dir', join(folder, 'data'), '--port', '0', '--library', library],
    {
      environment: {
        LECTERN_ADMIN_PASSWORD: password,
        LECTERN_RATE_LIMIT_ENABLED: 'false',
        LECTERN_SERVER_HOST: '127.0.0.1',
      },
    },
  );
  try {
    const base = await program.url();
    const client = createClient(base);
    const { body } = await client.post<{ accessToken: string }>('/api/v1/auth/login', {
      username: 'admin',
      password,
    });
    const admin = client.as({ authorization: `Bearer ${body.accessToken}` });
    await waitForTasks(admin);
    await fillHousehold(admin);
    const wanted = process.argv.slice(2);
    for (const shot of shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      const page = await enter(browser, base, shot);
      try {
        await shot.go({ page, base, admin });
        // Covers are requested when their cards have been on the screen for a moment.
        await page.waitForLoadState('networkidle');
        await page.evaluate(settled);
        await take(page, shot.name);
      } catch (error) {
        process.exitCode = 1;
        process.stderr.write(`${shot.name}: ${String(error)}\n`);
      } finally {
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
    program.signal('SIGKILL');
  }
}

/** Waits until every image on the screen is loaded and animations have ended. Browsers do not load distant images. */
const settled = `(async () => {
  const near = [...document.images].filter((one) => {
    const { top, left } = one.getBoundingClientRect();
    return top < innerHeight && left < innerWidth;
  });
  await Promise.all(near.map((one) => one.decode().catch(() => {})));
  await Promise.all(document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})));
})()`;

mkdirSync(target, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'lectern-pictures-'));
try {
  await run(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
