import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readAccount } from '#infrastructure/config/environment.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import { createLog } from '#infrastructure/log.ts';
import { until } from '../../../test/harness/until.ts';
import { warnOfPlaces, warnOfSurroundings } from './surroundings.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-surroundings-'));
const { config } = loadConfig({ environment: { LECTERN_DATA_DIR: join(folder, 'books/data') }, cwd: folder });

function startLog() {
  const lines: string[] = [];
  const log = createLog(config, { write: (line) => void lines.push(line) });
  return { lines, log };
}

test('the start warns of root outside a container', () => {
  const { lines, log } = startLog();
  warnOfSurroundings({ config, account: { uid: 0, isInContainer: true } }, log);
  warnOfSurroundings({ config, account: { uid: 1000, isInContainer: false } }, log);
  expect(lines).toEqual([]);
  warnOfSurroundings({ config, account: { uid: 0, isInContainer: false } }, log);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', msg: expect.stringContaining('runs as root'), remedy: expect.any(String) },
  ]);
});

test.each(['container', 'KUBERNETES_SERVICE_HOST'])('the variable %s marks a container', (name) => {
  const before = process.env[name];
  process.env[name] = 'lxc';
  onTestFinished(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
  expect(readAccount().isInContainer).toBe(true);
});

test('the start warns of a data folder inside a library', async () => {
  const { lines, log } = startLog();
  const path = join(folder, 'books');
  mkdirSync(join(path, 'data'), { recursive: true });
  warnOfPlaces(config, [{ library: 'Comics', path }], log);
  await until(() => lines.length > 0);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'warn',
      msg: `The data folder ${path}/data is inside the folder ${path} of the library "Comics".`,
      remedy: 'Choose another folder for data_dir, or for the library.',
    },
  ]);
});

test('the start warns of a configured folder that does not exist', async () => {
  const { lines, log } = startLog();
  const missing = join(folder, 'missing');
  const environment = { LECTERN_DATA_DIR: folder, LECTERN_BACKUP_DIR: missing };
  warnOfPlaces(loadConfig({ environment, cwd: folder }).config, [], log);
  await until(() => lines.length > 0);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', msg: `The backup folder ${missing} does not exist.` },
  ]);
});
