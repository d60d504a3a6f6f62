// What `npm run package` makes, installed into empty places as people install it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Program } from './harness/program.ts';
import { makeFolder, readPassword, serve, signIn, waitForTasks } from './harness/server.ts';

const root = join(import.meta.dirname, '..', '..');
const system = `${process.platform}-${process.arch}`;
const nobody = 65_534;
let packages: string;

function run(command: string, args: readonly string[], cwd = root): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

beforeAll(() => {
  packages = mkdtempSync(join(tmpdir(), 'lectern-packages-'));
  // Others unpack what lies there.
  chmodSync(packages, 0o755);
  run(process.execPath, ['scripts/package/main.ts', join(packages, 'one'), `--only=${system}`]);
}, 240_000);
afterAll(() => rmSync(packages, { recursive: true, force: true }));

const findPackage = (name: RegExp): string => {
  const [, file = ''] =
    readFileSync(join(packages, 'one/checksums.txt'), 'utf8')
      .split('\n')
      .map((line) => line.split('  ')[1])
      .find((one) => one && name.test(one))
      ?.match(/(.*)/) ?? [];
  return join(packages, 'one', file);
};

/** A library in a folder of its own, and a server that shall serve it. */
async function proveThatItServes(command: string, options: { uid?: number } = {}): Promise<void> {
  const folder = makeFolder();
  const [books, dataDir] = [join(folder, 'Comics'), join(folder, 'data')];
  mkdirSync(books);
  mkdirSync(dataDir);
  writeFiles(books, { 'Saga/Saga 1.cbz': await makeCbz() });
  if (options.uid !== undefined)
    for (const path of [folder, books, dataDir]) run('chown', ['-R', String(options.uid), path]);
  const program: Program = serve({ dataDir, libraries: [books], command, cwd: folder, ...options });
  const admin = await signIn(program, await readPassword(program));
  await waitForTasks(admin);
  const { body } = await admin.get<{ data: { id: string }[] }>('/api/v1/books');
  const id = body.data[0]?.id;
  expect((await admin.get(`/api/v1/books/${id}/pages/1`)).status).toBe(200);
  expect((await admin.get(`/api/v1/books/${id}/thumbnail`)).status).toBe(200);
  const page = await fetch(await program.url());
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  program.signal('SIGTERM');
  expect(await program.ended).toMatchObject({ code: 0 });
}

test('the npm package is the same each time that it is made', () => {
  const made = readFileSync(findPackage(/[.]tgz$/));
  run(process.execPath, ['scripts/package/main.ts', join(packages, 'two'), '--only=none']);
  const again = readFileSync(findPackage(/[.]tgz$/).replace('/one/', '/two/'));
  expect(createHash('sha256').update(again).digest('hex')).toBe(
    createHash('sha256').update(made).digest('hex'),
  );
}, 60_000);

test('the npm package is installed into an empty folder, without scripts, and serves a library', async () => {
  const place = join(packages, 'npm');
  mkdirSync(place);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  run('npm', ['install', '--prefix', place, ...quiet, findPackage(/[.]tgz$/)], place);
  await proveThatItServes(join(place, 'node_modules/.bin/lectern'));
}, 240_000);

describe.skipIf(!/^linux-(x64|arm64)$/.test(system))('the archive of this system', () => {
  test('runs from a folder that nobody may write to, as another user, by a link', async () => {
    const place = join(packages, 'a place with blanks');
    mkdirSync(place);
    run('tar', ['-xzf', findPackage(/[.]tar[.]gz$/), '-C', place]);
    run('chmod', ['-R', 'a-w', place]);
    const link = join(packages, 'lectern');
    symlinkSync(join(place, `lectern-0.1.0-${system}`, 'lectern'), link);
    expect(existsSync(link)).toBe(true);
    await proveThatItServes(link, process.getuid?.() === 0 ? { uid: nobody } : {});
    run('chmod', ['-R', 'u+w', place]);
  }, 120_000);
});
