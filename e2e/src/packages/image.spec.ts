// The image, built without an engine and run as one would: as any user, with a root that is read-only.
import {
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../../../scripts/package/run.ts';
import {
  makePlace,
  proveThatItMigrates,
  proveThatItUpgrades,
  proveThatProgramServes,
} from '../harness/packaged.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { makeFolder } from '../harness/server.ts';
import { beforeFolder, debianRoot, findPackage, packagesFolder } from './made.ts';
import { canRun } from './tools.ts';

const repository = join(import.meta.dirname, '..', '..', '..');

interface Run {
  /** The user and group that the engine starts it as. */
  user: string;
  data: string;
  books?: string;
  environment?: Record<string, string>;
  words?: readonly string[];
  /** Where it is not that of the image. */
  entrypoint?: readonly string[];
  /** Where the root of the container is, when it is not that of this version. */
  at?: string;
}

describe.runIf(canRun('image'))('the image', () => {
  let folder: string;
  /** The roots of containers of the image, and of one of the version before. */
  let mounted: string;
  let mountedBefore: string;
  let config: { User: string; Entrypoint: string[]; Cmd: string[]; Env: string[] } & Record<string, unknown>;
  const buildah = (...words: string[]): string =>
    run('buildah', ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), ...words], folder);

  const build = ['bud', '--layers', '--isolation', 'chroot', '--network', 'host', '--format', 'docker'];

  /** An image of the Debian package there; gives the root of a container. */
  function make(name: string, packages: string): string {
    const context = join(folder, name);
    mkdirSync(join(context, 'packages'), { recursive: true });
    const deb = findPackage(/_(amd64|arm64)\.deb$/, packages);
    copyFileSync(deb, join(context, 'packages', basename(deb)));
    cpSync(join(repository, 'packaging'), join(context, 'packaging'), { recursive: true });
    cpSync(join(repository, '.dockerignore'), join(context, '.dockerignore'));
    const [, version = '', architecture = ''] = /_(.+)_(amd64|arm64)\.deb$/.exec(deb) ?? [];
    const given = [
      'BASE=localhost/base:1',
      `VERSION=${version}`,
      `TARGETARCH=${architecture}`,
      'REVISION=abc',
    ];
    const file = join(context, 'packaging/container/Containerfile');
    const values = given.flatMap((value) => ['--build-arg', value]);
    buildah(...build, ...values, '--tag', `localhost/${name}:1`, '--file', file, context);
    return buildah('mount', buildah('from', '--pull-never', `localhost/${name}:1`).trim()).trim();
  }

  beforeAll(() => {
    folder = join(packagesFolder(), 'image');
    const base = join(folder, 'base');
    mkdirSync(base, { recursive: true });
    copyFileSync(debianRoot(), join(base, 'root.tar'));
    writeFileSync(join(base, 'Containerfile'), 'FROM scratch\nADD root.tar /\n');
    buildah(...build, '--tag', 'localhost/base:1', base);
    mounted = make('lectern', packagesFolder());
    mountedBefore = make('before', beforeFolder());
    config = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/lectern:1')).Docker.config;
  }, 240_000);
  afterAll(() => {
    buildah('umount', '--all');
    rmSync(folder, { recursive: true, force: true });
  });

  /** As `docker run --read-only --tmpfs /tmp --user … -v data:/data -v books:/books:ro`. */
  function start({
    user,
    data,
    books,
    environment = {},
    words = config.Cmd,
    entrypoint = config.Entrypoint,
    at = mounted,
  }: Run): Program {
    const quote = (word: string) => `'${word}'`;
    const lines = [
      'set -e',
      `mount --bind ${at} ${at}`,
      `mount -o remount,ro,bind ${at}`,
      `mount --bind ${data} ${at}/data`,
      `mount -t tmpfs tmpfs ${at}/tmp`,
      ...(books === undefined ? [] : [`mount -t tmpfs tmpfs ${at}/srv`, `mkdir ${at}/srv/books`]),
      ...(books === undefined ? [] : [`mount --bind -o ro ${books} ${at}/srv/books`]),
      `mount --rbind /proc ${at}/proc`,
      `mount --rbind /dev ${at}/dev`,
      `exec chroot --userspec=${user} --groups=${user.split(':')[1]} ${at} ${[...entrypoint, ...words].map(quote).join(' ')}`,
    ];
    const settings = Object.fromEntries(config.Env.map((one) => one.split(/=(.*)/s).slice(0, 2)));
    const program = startProgram(['-m', 'sh', '-c', lines.join('\n')], {
      command: '/usr/bin/unshare',
      environment: { ...settings, LECTERN_SERVER_HOST: '127.0.0.1', TINI_SUBREAPER: '1', ...environment },
    });
    onTestFinished(() => program.signal('SIGKILL'));
    return program;
  }
  const words = ['serve', '--port', '0', '--library', '/srv/books'];

  test('says what engines and people want to know', () => {
    expect(config).toMatchObject({
      User: '10001:0',
      WorkingDir: '/data',
      StopSignal: 'SIGTERM',
      ExposedPorts: { '8080/tcp': {} },
      Volumes: { '/data': {} },
      Entrypoint: ['/usr/bin/tini', '--', expect.any(String)],
      Healthcheck: { Test: ['CMD', 'lectern', 'health'] },
      Labels: expect.objectContaining({
        'org.opencontainers.image.title': 'Lectern',
        'org.opencontainers.image.revision': 'abc',
        'org.opencontainers.image.base.name': 'localhost/base:1',
      }),
    });
  });

  test.each(['10001:0', '1234:1234'])(
    'serves as %s from a read-only root',
    async (user) => {
      const [uid = 0, gid = 0] = user.split(':').map(Number);
      const { books, dataDir } = await makePlace(uid);
      chownSync(dataDir, uid, gid);
      await proveThatProgramServes(start({ user, data: dataDir, books, words }));
    },
    60_000,
  );

  test('started as root serves as PUID and PGID, and gives them the data folder', async () => {
    const { books, dataDir } = await makePlace();
    run('chmod', ['-R', 'a+rX', books], books);
    const environment = { PUID: '99', PGID: '100' };
    await proveThatProgramServes(start({ user: '0:0', data: dataDir, books, words, environment }));
    // As `docker exec lectern lectern backup /data/backups`, which engines start as root.
    const backup = start({
      ...{ user: '0:0', data: dataDir, environment, entrypoint: ['/usr/bin/lectern'] },
      words: ['backup', '/data/backups'],
    });
    expect([await backup.ended, backup.out()]).toEqual([
      { code: 0, signal: null },
      expect.stringMatching(/^Backed up \/data to \/data\/backups\/lectern-\S+\.zip /m),
    ]);
    const [made = ''] = readdirSync(join(dataDir, 'backups'));
    for (const path of [dataDir, join(dataDir, 'lectern.db'), join(dataDir, 'backups', made)]) {
      const { uid, gid } = statSync(path);
      expect([uid, gid]).toEqual([99, 100]);
    }
  }, 60_000);

  test('is put in place of the version before, and goes on with its data', async () => {
    const { books, dataDir } = await makePlace(1234);
    chownSync(dataDir, 1234, 1234);
    const options = { user: '1234:1234', data: dataDir, books, words };
    await proveThatItUpgrades({
      startBefore: () => start({ ...options, at: mountedBefore }),
      upgrade() {},
      startAfter: () => start(options),
    });
  }, 60_000);

  test('takes a database of the first version, and not of a newer one', async () => {
    const { dataDir } = await makePlace(1234);
    chownSync(dataDir, 1234, 1234);
    const words = ['serve', '--port', '0'];
    await proveThatItMigrates(() => start({ user: '1234:1234', data: dataDir, words }), dataDir);
  }, 60_000);

  test('that may not write says whose the folder is and what mends it', async () => {
    const data = makeFolder();
    const refused = start({ user: '1234:1234', data });
    expect(await refused.ended).toMatchObject({ code: 1 });
    expect(refused.err()).toContain('/data belongs to 0:0 and cannot be written by 1234:1234');
    expect(refused.err()).toContain('sudo chown -R 1234:1234');
    const ignored = start({ user: '1234:1234', data, environment: { PUID: '99', PGID: '100' } });
    expect(await ignored.ended).toMatchObject({ code: 1 });
    expect(ignored.err()).toContain('--user 99:100');
  });
});
