// The installer with the archive, and the npm package, as a non-root account and over the previous version.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../../scripts/package/run.ts';
import {
  makeInstallation,
  nobody,
  proveThatItMigrates,
  proveThatItServes,
  proveThatItUpgrades,
} from '../harness/packaged.ts';
import { makeFolder, serve } from '../harness/server.ts';
import { beforeFolder, emulatedFolder, findPackage, packagesFolder } from './made.ts';
import { canRun } from './tools.ts';
import { makeWineCommand } from './wine.ts';

const uid = process.getuid?.() === 0 ? nobody : undefined;
const asAnother = uid === undefined ? {} : { uid, gid: uid };

/** Creates a home folder for that account. */
function makeHome(): string {
  const home = makeFolder();
  if (uid !== undefined) chownSync(home, uid, uid);
  return home;
}

/** The environment without the variables that `npm run` sets for its own account. */
const listOwn = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

function install(home: string, ...args: string[]) {
  const script = join(packagesFolder(), 'install.sh');
  const { status, stdout, stderr } = spawnSync('sh', [script, '--yes', ...args], {
    ...asAnother,
    cwd: home,
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe.runIf(process.platform === 'linux')('the installer', () => {
  test('installs the program into an empty home folder of another account, and updates it', async () => {
    const home = makeHome();
    expect(install(home)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Installed Lectern \d/),
    });
    const command = join(home, '.local/bin/lectern');
    await proveThatItServes(command, uid === undefined ? {} : { uid });
    expect(install(home)).toMatchObject({ status: 0, stderr: '' });
    expect(execFileSync(command, ['version'], { encoding: 'utf8' })).toMatch(/^Lectern \d/);
    const folder = join(home, '.local/share/lectern');
    expect(readdirSync(folder).sort()).toEqual(['current', readlinkSync(join(folder, 'current'))].sort());
    expect(install(home, '--uninstall')).toMatchObject({ status: 0 });
    expect(readdirSync(join(home, '.local/bin'))).toEqual([]);
    expect(readdirSync(join(home, '.local/share'))).toEqual([]);
  }, 120_000);

  test('installs the next version over the previous one, which it keeps, and continues with its data', async () => {
    const home = makeHome();
    expect(install(home, '--from', beforeFolder())).toMatchObject({ status: 0 });
    const { start } = await makeOwnPlace(join(home, '.local/bin/lectern'));
    await proveThatItUpgrades({
      startBefore: start,
      upgrade() {
        const { status, stdout } = install(home);
        expect([status, stdout]).toEqual([0, expect.stringContaining('The version before is still in ')]);
      },
      startAfter: start,
    });
    const kept = readdirSync(join(home, '.local/share/lectern')).filter((name) => name !== 'current');
    expect(kept).toHaveLength(2);
  }, 120_000);

  test('installs a program that migrates a database of the first version and rejects a newer one', async () => {
    const home = makeHome();
    expect(install(home)).toMatchObject({ status: 0 });
    const { dataDir, start } = await makeOwnPlace(join(home, '.local/bin/lectern'));
    await proveThatItMigrates(() => start([]), dataDir);
  }, 60_000);

  test('rejects a truncated and a missing archive', () => {
    const home = makeHome();
    const from = join(home, 'from');
    mkdirSync(from);
    const archive = findPackage(/\.tar\.gz$/);
    copyFileSync(findPackage(/^checksums\.txt$/), join(from, 'checksums.txt'));
    const bytes = readFileSync(archive);
    writeFileSync(join(from, basename(archive)), bytes.subarray(0, bytes.byteLength / 2));
    expect(install(home, '--from', from)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${basename(archive)} is damaged`),
    });
    expect(install(home, '--from', from, '--version', '9.9.9')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('names no archive of 9.9.9 for '),
    });
    expect(install(home, '--from', 'http://localhost/')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('begins with https://'),
    });
    expect(readdirSync(home)).toEqual(['from']);
  });

  test('does nothing if it was only partly downloaded', () => {
    const home = makeHome();
    const script = readFileSync(join(packagesFolder(), 'install.sh'), 'utf8');
    for (const part of [0.3, 0.6, 0.9]) {
      const cut = script.slice(0, script.length * part);
      spawnSync('sh', ['-s', '--', '--yes', '--from', packagesFolder()], {
        ...asAnother,
        cwd: home,
        input: cut,
        env: { HOME: home, PATH: '/usr/bin:/bin' },
      });
      expect(readdirSync(home)).toEqual([]);
    }
  });
});

async function proveThatArchiveRuns(command: string): Promise<void> {
  await proveThatItServes(command);
  const { books, dataDir, folder: cwd } = await makeInstallation();
  await proveThatItMigrates(() => serve({ dataDir, libraries: [books], command, cwd }), dataDir);
}

test.runIf(canRun('arm64'))(
  'the archive for Linux on arm64 runs on an emulated processor, migrates a database of the first version and rejects a newer one',
  { timeout: 600_000 },
  async () => {
    const folder = makeFolder();
    const archive = findPackage(/-linux-arm64\.tar\.gz$/, emulatedFolder());
    run('tar', ['-xzf', archive, '--strip-components=1'], folder);
    await proveThatArchiveRuns(join(folder, 'lectern'));
  },
);

test.runIf(canRun('windows'))(
  'the archive for Windows runs under Wine, migrates a database of the first version and rejects a newer one',
  { timeout: 600_000 },
  async () => {
    const folder = makeFolder();
    const archive = findPackage(/-win-x64\.zip$/, emulatedFolder());
    run('unzip', ['-q', archive], folder);
    await proveThatArchiveRuns(makeWineCommand(join(folder, basename(archive, '.zip')), folder));
  },
);

function installNpm(home: string, file: string, ...words: string[]): void {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', '--prefix', home, ...quiet, ...words, file], {
    ...asAnother,
    cwd: home,
    env: { ...listOwn(), HOME: home },
    stdio: 'pipe',
    timeout: 180_000,
  });
}

/** Creates a folder of that account, and a function that starts a command there. */
async function makeOwnPlace(command: string) {
  const { books, dataDir, folder } = await makeInstallation(uid);
  const start = (libraries: readonly string[] = [books]) =>
    serve({ dataDir, libraries, command, cwd: folder, ...(uid !== undefined && { uid }) });
  return { dataDir, start };
}

describe('the npm package', () => {
  test('is installed globally over the previous version and continues with its data', async () => {
    const home = makeHome();
    installNpm(home, findPackage(/\.tgz$/, beforeFolder()), '--global');
    const { start } = await makeOwnPlace(join(home, 'bin/lectern'));
    await proveThatItUpgrades({
      startBefore: start,
      upgrade: () => installNpm(home, findPackage(/\.tgz$/), '--global'),
      startAfter: start,
    });
  }, 300_000);

  test('is installed by another account, serves, migrates a database of the first version and rejects a newer one', async () => {
    const home = makeHome();
    installNpm(home, findPackage(/\.tgz$/));
    const command = join(home, 'node_modules/.bin/lectern');
    await proveThatItServes(command, uid === undefined ? {} : { uid });
    const { dataDir, start } = await makeOwnPlace(command);
    await proveThatItMigrates(() => start([]), dataDir);
  }, 240_000);
});
