// The image, built without an engine and run as an engine would: as any user, with a read-only root.
import { chownSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../scripts/package/run.ts';
import {
  makeInstallation,
  proveThatItMigrates,
  proveThatItUpgrades,
  proveThatProgramServes,
} from '../harness/packaged.ts';
import { makeFolder } from '../harness/server.ts';
import { type Image, openImages, startImage } from './images.ts';
import { beforeFolder, emulatedFolder, packagesFolder } from './made.ts';
import { canRun } from './tools.ts';

describe.runIf(canRun('image'))('the image', () => {
  const images = openImages(join(packagesFolder(), 'image'));
  let image: Image;
  /** Image of the previous version. */
  let before: Image;
  beforeAll(() => {
    image = images.make('lectern', packagesFolder());
    before = images.make('before', beforeFolder());
  }, 240_000);
  afterAll(() => images.remove());
  const start = (options: Parameters<typeof startImage>[1]) => startImage(image, options);
  const words = ['serve', '--port', '0', '--library', '/srv/books'];

  test('has the labels and settings that engines and users read', () => {
    expect(image.config).toMatchObject({
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
        'org.opencontainers.image.base.name': expect.stringMatching(/^localhost\/base-/),
      }),
    });
  });

  test.each(['10001:0', '1234:1234'])(
    'serves as %s from a read-only root',
    async (user) => {
      const [uid = 0, gid = 0] = user.split(':').map(Number);
      const { books, dataDir } = await makeInstallation(uid);
      chownSync(dataDir, uid, gid);
      await proveThatProgramServes(start({ user, data: dataDir, books, words }));
    },
    60_000,
  );

  test('started as root, serves as PUID and PGID and gives them the data folder', async () => {
    const { books, dataDir } = await makeInstallation();
    run('chmod', ['-R', 'a+rX', books], books);
    const environment = { PUID: '99', PGID: '100' };
    await proveThatProgramServes(start({ user: '0:0', data: dataDir, books, words, environment }));
    // Like `docker exec lectern lectern backup /data/backups`, which engines run as root.
    const backup = start({
      user: '0:0',
      data: dataDir,
      environment,
      entrypoint: ['/usr/bin/lectern'],
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

  test('replaces the previous version and continues with its data', async () => {
    const { books, dataDir } = await makeInstallation(1234);
    chownSync(dataDir, 1234, 1234);
    const options = { user: '1234:1234', data: dataDir, books, words };
    await proveThatItUpgrades({
      startBefore: () => startImage(before, options),
      upgrade() {},
      startAfter: () => start(options),
    });
  }, 60_000);

  test('migrates a database of the first version and rejects a newer one', async () => {
    const { dataDir } = await makeInstallation(1234);
    chownSync(dataDir, 1234, 1234);
    const words = ['serve', '--port', '0'];
    await proveThatItMigrates(() => start({ user: '1234:1234', data: dataDir, words }), dataDir);
  }, 60_000);

  test('reports the owner of an unwritable folder and the remedy', async () => {
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

describe.runIf(canRun('arm64Image'))('the image for arm64, emulated', () => {
  const images = openImages(join(packagesFolder(), 'arm64-image'));
  let image: Image;
  beforeAll(() => {
    image = images.make('lectern-arm64', emulatedFolder());
  }, 600_000);
  afterAll(() => images.remove());

  test('serves from a read-only root', async () => {
    expect(image.architecture).toBe('arm64');
    const { books, dataDir } = await makeInstallation(1234);
    chownSync(dataDir, 1234, 1234);
    const words = ['serve', '--port', '0', '--library', '/srv/books'];
    // Without tini, which must be a subreaper if it is not the first process: QEMU does not support subreapers.
    const entrypoint = image.config.Entrypoint.slice(-1);
    const options = { user: '1234:1234', data: dataDir, books, words, entrypoint };
    await proveThatProgramServes(startImage(image, options));
  }, 300_000);
});
