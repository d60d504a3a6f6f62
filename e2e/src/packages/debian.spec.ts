// The Debian package, installed into a minimal Debian root, also over the previous version.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../../../scripts/package/run.ts';
import {
  makeInstallation,
  proveThatItMigrates,
  proveThatItUpgrades,
  proveThatProgramServes,
} from '../harness/packaged.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { beforeFolder, debianRoot, findPackage, packagesFolder } from './made.ts';
import { canRun } from './tools.ts';

const unit = 'packaging/systemd/lectern.service';
/** Exposure as systemd-analyze reports it, times ten. Lower values are rated OK. */
const maxExposure = 25;
/** Lintian tags of packages that bundle their dependencies unchanged. */
const allowedTags =
  /^(missing-dep-for-interpreter|unstripped-binary-or-object|embedded-library|library-not-linked-against-libc|copyright-file-contains-full-apache-2-license|bogus-mail-host|bogus-mail-host-in-debian-changelog|package-contains-npm-ignore-file)$/;

test.runIf(canRun('unit'))('the unit is confined', () => {
  const threshold = `--threshold=${maxExposure}`;
  const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', threshold, unit], {
    encoding: 'utf8',
  });
  expect([status, stdout.split('\n').at(-2)]).toEqual([0, expect.stringMatching(/exposure level.*OK/)]);
});

describe.runIf(canRun('debian'))('the Debian package', () => {
  let root: string;
  /** The program reads memory information, terminals and random bytes; they are mounted only for it. */
  const mountAndEnter = 'mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"';
  const enter = (...words: string[]): string[] => ['-m', 'sh', '-c', mountAndEnter, root, ...words];
  /** The program rejects the variables of the tests as unknown. */
  const plain = ['env', '-i', 'PATH=/usr/bin:/bin'];
  const inRoot = (...words: string[]): string => run('unshare', enter(root, ...words), '/');

  beforeAll(() => {
    root = join(packagesFolder(), 'debian');
    mkdirSync(root);
    run('tar', ['-xf', debianRoot()], root);
    install(packagesFolder());
  }, 120_000);

  function install(from: string): void {
    const file = findPackage(/_(amd64|arm64)\.deb$/, from);
    copyFileSync(file, join(root, basename(file)));
    inRoot('dpkg', '--install', `/${basename(file)}`);
  }

  /** Starts the program as its service does, with a book. */
  async function startService(): Promise<Program> {
    const { books } = await makeInstallation();
    const inside = join(root, 'srv/books');
    mkdirSync(inside, { recursive: true });
    run('cp', ['-r', `${books}/.`, inside], '/');
    run('chmod', ['-R', 'a+rX', inside], '/');
    inRoot('install', '-d', '-o', 'lectern', '-m', '0700', '/var/lib/lectern');
    return start(['--library', '/srv/books']);
  }

  function start(library: readonly string[]): Program {
    const program = startProgram(
      enter('--userspec=lectern', root, 'lectern', 'serve', '--port', '0', ...library),
      {
        command: '/usr/bin/unshare',
        environment: { LECTERN_DATA_DIR: '/var/lib/lectern', LECTERN_SERVER_HOST: '127.0.0.1' },
      },
    );
    onTestFinished(() => program.signal('SIGKILL'));
    return program;
  }

  test('passes Lintian', () => {
    const { stdout } = spawnSync(
      'lintian',
      ['--tag-display-limit', '0', findPackage(/_(amd64|arm64)\.deb$/)],
      {
        encoding: 'utf8',
      },
    );
    const tags = stdout.split('\n').flatMap((line) => /^E: lectern: (\S+)/.exec(line)?.[1] ?? []);
    expect(tags.filter((tag) => !allowedTags.test(tag))).toEqual([]);
    // Takes a minute and a half on two busy processors.
  }, 600_000);

  test('provides a unit that systemd accepts, and its user', () => {
    const { status, stderr } = spawnSync(
      'unshare',
      enter(root, 'systemd-analyze', 'verify', '--man=no', '/usr/lib/systemd/system/lectern.service'),
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(inRoot('getent', 'passwd', 'lectern')).toMatch(/:\/var\/lib\/lectern:\/usr\/sbin\/nologin$/m);
    expect(inRoot('dpkg', '--verify', 'lectern')).toBe('');
  });

  test('lets only the service and root read the settings, also after an update', () => {
    const settings = '/etc/default/lectern';
    const readMode = () => inRoot('stat', '-c', '%a %U:%G', settings).trim();
    expect(readMode()).toBe('640 root:lectern');
    inRoot('sh', '-c', `chmod 644 ${settings} && chown root:root ${settings}`);
    install(packagesFolder());
    expect(readMode()).toBe('640 root:lectern');
    inRoot('dpkg-statoverride', '--update', '--add', 'root', 'root', '0600', settings);
    install(packagesFolder());
    expect(readMode()).toBe('600 root:root');
    inRoot('dpkg-statoverride', '--remove', settings);
    install(packagesFolder());
  }, 120_000);

  test('serves when started like its service', async () => {
    await proveThatProgramServes(await startService());
  }, 60_000);

  test('creates the backup of its manual page', () => {
    const page = inRoot('zcat', '/usr/share/man/man1/lectern.1.gz').replaceAll('\\-', '-');
    const command = /^sudo -u lectern (.+)$/m.exec(page)?.[1] ?? '';
    const words = enter('--userspec=lectern', root, ...plain, ...command.split(' '));
    expect(run('unshare', words, '/')).toMatch(
      /^Backed up \/var\/lib\/lectern to \/var\/lib\/lectern\/backups\//m,
    );
  }, 120_000);

  test('leaves no files in its folder after root has run the program', () => {
    expect(inRoot(...plain, 'lectern', 'config', 'print', '--data-dir', '/var/lib/lectern')).toContain(
      'data_dir',
    );
    const packaged = new Set(inRoot('dpkg', '--listfiles', 'lectern').split('\n'));
    const found = inRoot('find', '/usr/lib/lectern', '-type', 'f').split('\n');
    expect(found.filter((path) => !packaged.has(path))).toEqual([]);
    expect(inRoot('find', '/var/lib/lectern', '-user', 'root')).toBe('');
  });

  test('keeps data and settings when it is removed, and deletes them when it is purged', () => {
    writeFileSync(join(root, 'etc/default/lectern'), '# mine\n');
    inRoot('dpkg', '--remove', 'lectern');
    expect(existsSync(join(root, 'var/lib/lectern/lectern.db'))).toBe(true);
    expect(readFileSync(join(root, 'etc/default/lectern'), 'utf8')).toBe('# mine\n');
    inRoot('dpkg', '--purge', 'lectern');
    expect(
      ['var/lib/lectern', 'etc/default/lectern', 'usr/lib/lectern'].filter((path) =>
        existsSync(join(root, path)),
      ),
    ).toEqual([]);
  });

  test('is installed over the previous version and continues with its data and settings', async () => {
    install(beforeFolder());
    const settings = join(root, 'etc/default/lectern');
    writeFileSync(settings, '# mine too\n');
    const before = await startService();
    await proveThatItUpgrades({
      startBefore: () => before,
      upgrade: () => install(packagesFolder()),
      startAfter: () => start([]),
    });
    expect(readFileSync(settings, 'utf8')).toBe('# mine too\n');
    inRoot('dpkg', '--purge', 'lectern');
  }, 120_000);

  test('migrates a database of the first version and rejects a newer one', async () => {
    install(packagesFolder());
    inRoot('install', '-d', '-o', 'lectern', '-m', '0700', '/var/lib/lectern');
    await proveThatItMigrates(() => start([]), join(root, 'var/lib/lectern'));
  }, 60_000);
});
