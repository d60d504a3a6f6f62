// `npm run bench -- web`: what browsers fetch of the client, and how soon a grid of sixty covers is there.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../e2e/src/harness/chromium.ts';
import { drawCovers } from './covers.ts';
import { addLibrary, scan, settle } from './library.ts';
import { aFolder, removeFolder, startProgram } from './program.ts';
import { median, report } from './report.ts';

const built = join(import.meta.dirname, '..', '..', 'web', 'dist');
const firstPageBudget = 200;
const gridBudgetMs = 1_000;
const rounds = 7;

interface Chunk {
  file: string;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** What a page needs before it shows anything: its chunks and all that they import. */
function toScripts(manifest: Manifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    for (const one of chunk.imports ?? []) visit(one);
  };
  for (const key of keys) visit(key);
  return files;
}

const weigh = (files: Iterable<string>, end: string): number =>
  [...files].reduce((sum, file) => {
    const packed = join(built, `${file}.${end}`);
    return sum + statSync(existsSync(packed) ? packed : join(built, file)).size;
  }, 0) / 1_000;

export async function benchWeb(): Promise<void> {
  const manifest: Manifest = JSON.parse(readFileSync(join(built, '.vite', 'manifest.json'), 'utf8'));
  const find = (pattern: RegExp) => Object.keys(manifest).filter((key) => pattern.test(key));
  const frame = ['index.html', ...find(/^src\/app\/shell/)];
  const first = toScripts(manifest, [...frame, ...find(/home-page/)]);
  for (const end of ['gz', 'br'])
    report({
      name: `scripts of the first page, ${end === 'gz' ? 'gzip' : 'Brotli'}`,
      value: weigh(first, end),
      unit: 'kB',
      budget: firstPageBudget,
    });
  for (const key of find(/^src\/reader\/[\w]+\/[\w-]*reader-page/)) {
    const more = [...toScripts(manifest, [key])].filter((file) => !first.has(file));
    report({
      name: `${key.split('/').at(-1)}, gzip, beside the first page`,
      value: weigh(more, 'gz'),
      unit: 'kB',
    });
  }
  await measureGrid();
}

/** From the request of the page to the last of sixty covers, by a browser that knows nothing of it. */
async function measureGrid(): Promise<void> {
  const dataDir = aFolder();
  const browser = await launchChromium();
  try {
    const program = await startProgram(dataDir);
    const { id } = await addLibrary(program, await drawCovers(browser));
    await scan(program, id);
    await settle(program);
    const session = await program.post<{ refreshToken: string }>('/api/v1/auth/login', {
      username: 'bench',
      password: 'for measuring only',
    });
    if (!session.refreshToken) throw new Error('Nobody was signed in');
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({
        viewport: { width: 1920, height: 1080 },
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      await context.request.post(`${program.url}/api/v1/auth/login`, {
        data: { username: 'bench', password: 'for measuring only' },
        headers: { origin: program.url },
      });
      const startedMs = performance.now();
      await page.goto(`${program.url}/series`);
      // By its role it would be looked for through all that the page says to screen readers, which takes long.
      await page.locator('main [role=listitem]').nth(20).waitFor();
      await page.evaluate(allShown);
      times.push(performance.now() - startedMs);
      await context.close();
    }
    // The first one warms the server up.
    report({
      name: 'a grid of 60 covers, from the request to the last cover on the screen: median',
      value: median(times.slice(1)),
      unit: 'ms',
      budget: gridBudgetMs,
    });
    await program.stop();
  } finally {
    await browser.close();
    removeFolder(dataDir);
  }
}

/** Covers that are on the screen, loaded and decoded, or told to be missing. */
const allShown = `Promise.all([...document.querySelectorAll('main img')]
  .filter((one) => one.getBoundingClientRect().top < innerHeight)
  .map((one) => one.decode().catch(() => {})))`;
