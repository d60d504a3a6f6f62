import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '#infrastructure/config/load.ts';
import { findNewestBackup } from './newest.ts';

test('finds the newest backup in the data folder and the folder of scheduled backups', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-newest-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, 'data');
  const scheduled = join(folder, 'scheduled');
  const environment = { LECTERN_DATA_DIR: dataDir, LECTERN_BACKUP_DIR: scheduled };
  const { config } = loadConfig({ environment, cwd: folder });
  const find = () => findNewestBackup(config);
  expect(await find()).toBeUndefined();

  const make = (parent: string, name: string, seconds: number) => {
    const file = join(parent, name);
    mkdirSync(parent, { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, seconds, seconds);
    return file;
  };
  const own = join(dataDir, 'backups');
  make(own, 'lectern-old.zip', 1);
  const migration = make(own, 'before-migration-1.db', 3);
  // The folder of scheduled backups can contain files of other programs.
  make(scheduled, 'holiday.zip', 9);
  symlinkSync(join(folder, 'missing'), join(own, 'lectern-broken.zip'));
  expect(await find()).toBe(migration);
  const newest = make(scheduled, 'lectern-scheduled-2.zip', 4);
  expect(await find()).toBe(newest);
});
