// The installer and the archive, as another account than root, and a database from before.
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
import { makeFirstDatabase } from '@lectern/server/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../scripts/package/run.ts';
import { makePlace, nobody, proveThatItServes, stop } from '../harness/packaged.ts';
import { makeFolder, serve } from '../harness/server.ts';
import { changeDatabase } from '../harness/sqlite.ts';
import { findPackage, packagesFolder } from './made.ts';

const uid = process.getuid?.() === 0 ? nobody : undefined;
const asAnother = uid === undefined ? {} : { uid, gid: uid };

/** A folder of that account. */
function makeHome(): string {
  const home = makeFolder();
  if (uid !== undefined) chownSync(home, uid, uid);
  return home;
}

/** The environment without what `npm run` sets for its own account. */
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
  test('puts the program into an empty home of another account, and once more brings it up to date', async () => {
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

  test('refuses an archive that was copied half, and one that is not there', () => {
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

  test('does nothing when it was downloaded half', () => {
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

test('the npm package is installed by another account and serves', async () => {
  const home = makeHome();
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', '--prefix', home, ...quiet, findPackage(/\.tgz$/)], {
    ...asAnother,
    cwd: home,
    env: { ...listOwn(), HOME: home },
    stdio: 'pipe',
    timeout: 180_000,
  });
  await proveThatItServes(join(home, 'node_modules/.bin/lectern'), uid === undefined ? {} : { uid });
}, 240_000);

describe.runIf(process.platform === 'linux')('the archive on a database that is there', () => {
  let command: string;
  beforeAll(() => {
    const place = join(packagesFolder(), 'archive');
    mkdirSync(place);
    run('tar', ['-xzf', findPackage(/\.tar\.gz$/)], place);
    command = join(place, readdirSync(place)[0] ?? '', 'lectern');
  });

  test('of the first version brings it up to date and serves', async () => {
    const { dataDir, folder } = await makePlace();
    await makeFirstDatabase(dataDir);
    const program = serve({ dataDir, command, cwd: folder });
    expect((await fetch(`${await program.url()}/health`)).status).toBe(200);
    await stop(program);
  });

  test('of a newer version says so and does not start', async () => {
    const { dataDir, folder } = await makePlace();
    await makeFirstDatabase(dataDir);
    changeDatabase(
      join(dataDir, 'lectern.db'),
      "insert into migration (name, timestamp) values ('9999-newer', '2030-01-01')",
    );
    const program = serve({ dataDir, command, cwd: folder });
    expect(await program.ended).toMatchObject({ code: 1 });
    expect(program.err()).toMatch(
      /^The database was made by a newer Lectern \(it knows 9999-newer\); start that version/m,
    );
  });
});
