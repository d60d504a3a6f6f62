// Installs the output of `npm run package` into empty folders, as users do.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../scripts/package/run.ts';
import { nobody, proveThatItServes } from './harness/packaged.ts';

const root = join(import.meta.dirname, '..', '..');
const system = `${process.platform}-${process.arch}`;
let packages: string;

beforeAll(() => {
  packages = mkdtempSync(join(tmpdir(), 'lectern-packages-'));
  // Other accounts unpack the files.
  chmodSync(packages, 0o755);
  run(process.execPath, ['scripts/package/main.ts', join(packages, 'one'), `--only=${system}`], root);
}, 240_000);
afterAll(() => rmSync(packages, { recursive: true, force: true }));

const findPackage = (ending: string, made = 'one'): string => {
  const folder = join(packages, made);
  return join(folder, readdirSync(folder).find((name) => name.endsWith(ending)) ?? 'nothing');
};

test.each(['.tgz', '.cdx.json'])(
  'builds an identical %s twice, with any umask',
  (ending) => {
    const two = join(packages, 'two');
    const pack = 'umask 077 && exec "$0" scripts/package/main.ts "$1" --only=none';
    if (!existsSync(two)) run('sh', ['-c', pack, process.execPath, two], root);
    const made = ['one', 'two'].map((name) => readFileSync(findPackage(ending, name)));
    expect(made[1]?.equals(made[0] ?? Buffer.alloc(0))).toBe(true);
  },
  60_000,
);

test('installs the npm package into an empty folder without scripts and serves a library', async () => {
  const place = join(packages, 'npm');
  mkdirSync(place);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  run('npm', ['install', '--prefix', place, ...quiet, findPackage('.tgz')], place);
  await proveThatItServes(join(place, 'node_modules/.bin/lectern'));
  // The doctor refers to this guide.
  expect(existsSync(join(place, 'node_modules/lectern/docs/guides/reverse-proxy.md'))).toBe(true);
  // An installed program writes only to the data folder.
  expect(existsSync(join(place, 'node_modules/.cache'))).toBe(false);
}, 240_000);

describe.skipIf(!/^linux-(x64|arm64)$/.test(system))('the archive of this system', () => {
  test('runs from a read-only folder, as another user, through a link', async () => {
    const place = join(packages, 'a place with blanks');
    mkdirSync(place);
    run('tar', ['-xzf', findPackage('.tar.gz')], place);
    run('chmod', ['-R', 'a-w', place], root);
    const link = join(packages, 'lectern');
    const [content = ''] = readdirSync(place);
    symlinkSync(join(place, content, 'lectern'), link);
    const dataDir = await proveThatItServes(link, process.getuid?.() === 0 ? { uid: nobody } : {});
    // Kept for the next start.
    expect(readdirSync(join(dataDir, 'compiled'))).toHaveLength(1);
    run('chmod', ['-R', 'u+w', place], root);
  }, 120_000);
});
