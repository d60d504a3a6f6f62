import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredBackup } from '@lectern/contract/system/backup';
import type { Overview } from '@lectern/contract/system/overview';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { until } from '../../../../test/harness/until.ts';
import { isBackupDue } from './scheduled.ts';

/** A time in the time zone of this process. 2026-11-25 is a Wednesday. */
const at = (day: number, hour: number, month = 11) => new Date(2026, month - 1, day, hour, 30).getTime();

describe('a scheduled backup', () => {
  const daily = { schedule: 'daily', hour: 3 } as const;
  const weekly = { schedule: 'weekly', hour: 3 } as const;
  const monthly = { schedule: 'monthly', hour: 3 } as const;

  test('is due when its hour has passed since the last one, even if the server was off at that hour', () => {
    expect(isBackupDue(daily, at(24, 3), at(25, 2))).toBe(false);
    expect(isBackupDue(daily, at(24, 3), at(25, 3))).toBe(true);
    expect(isBackupDue(daily, at(25, 3), at(25, 23))).toBe(false);
    expect(isBackupDue(daily, at(20, 3), at(25, 1))).toBe(true);
  });

  test('is due on Sundays, or on the first of the month', () => {
    expect(isBackupDue(weekly, at(15, 3), at(21, 23))).toBe(false);
    expect(isBackupDue(weekly, at(15, 3), at(22, 3))).toBe(true);
    expect(isBackupDue(weekly, at(22, 3), at(25, 3))).toBe(false);
    expect(isBackupDue(monthly, at(1, 3, 10), at(31, 23, 10))).toBe(false);
    expect(isBackupDue(monthly, at(1, 3, 10), at(1, 2))).toBe(false);
    expect(isBackupDue(monthly, at(1, 3, 10), at(1, 3))).toBe(true);
    // The last day of a month that is longer than the previous one.
    expect(isBackupDue(monthly, at(1, 3, 5), at(31, 1, 5))).toBe(false);
  });

  test('is due immediately if there is none, and never if the schedule is off', () => {
    expect(isBackupDue(daily, undefined, at(25, 1))).toBe(true);
    expect(isBackupDue({ schedule: 'off', hour: 3 }, undefined, at(25, 1))).toBe(false);
  });
});

describe('a daily backup during daylight saving changes', () => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Europe/Berlin';
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  /** Times at which it runs when checked every hour over some days. */
  function listTimes(hour: number, from: string, days: number): string[] {
    const made: number[] = [];
    const fromMs = Date.parse(from);
    for (let hours = 0; hours < days * 24; hours++) {
      const nowMs = fromMs + (hours * 60 + 1) * 60_000;
      if (isBackupDue({ schedule: 'daily', hour }, made.at(-1) ?? fromMs, nowMs)) made.push(nowMs);
    }
    return made.map((ms) => new Date(ms).toISOString().slice(0, 16));
  }

  test.each([
    ['in spring', '2026-03-28T00:00:00Z', ['2026-03-28T01:01', '2026-03-29T01:01', '2026-03-30T00:01']],
    ['in autumn', '2026-10-23T23:00:00Z', ['2026-10-24T00:01', '2026-10-25T00:01', '2026-10-26T01:01']],
  ])('runs once a day %s, even at an hour that exists twice or not at all', (_, from, times) => {
    expect(listTimes(2, from, 3)).toEqual(times);
  });

  test('keeps its hour before and after', () => {
    expect(listTimes(5, '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T04:01',
      '2026-03-29T03:01',
      '2026-03-30T03:01',
    ]);
  });
});

describe('on a second disk', () => {
  let disk: string;
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
  });
  afterAll(() => rm(disk, { recursive: true, force: true }));

  const start = (environment: Record<string, string>) =>
    startTestServer({ withTasks: true, environment: { LECTERN_BACKUP_SCHEDULE: 'daily', ...environment } });

  const list = async ({ admin }: TestServer) =>
    (await admin.get<{ backups: StoredBackup[] }>('/api/v1/admin/backups')).body.backups;

  test('keeps the newest backups, and does not touch other files', async () => {
    const folder = join(disk, 'kept');
    await mkdir(folder);
    for (const day of [1, 2, 3]) {
      const file = join(folder, `lectern-scheduled-2026-01-0${day}T03-01-00-000.zip`);
      await writeFile(file, 'old');
      await utimes(file, new Date(2026, 0, day), new Date(2026, 0, day));
    }
    await writeFile(join(folder, 'photos.zip'), 'of the household');
    const server = await start({ LECTERN_BACKUP_DIR: folder, LECTERN_BACKUP_KEEP: '2' });
    await until(async () => !(await readdir(folder)).some((name) => name.includes('2026-01-02')));
    const backups = await list(server);
    expect(backups.map(({ kind }) => kind)).toEqual(['scheduled', 'scheduled']);
    expect(backups[1]?.name).toContain('2026-01-03');
    const [newest] = backups;
    expect((await readdir(folder)).sort()).toEqual([backups[1]?.name, newest?.name, 'photos.zip']);
    const sent = await server.admin.get(`/api/v1/admin/backups/${newest?.name}`);
    expect(sent.bytes.subarray(0, 2).toString()).toBe('PK');
    expect((await server.admin.get('/api/v1/admin/backups/photos.zip')).status).toBe(404);
    // The newest backup may precede the administrator, so a new one is restored from that disk.
    const made = (await server.admin.post<StoredBackup>('/api/v1/admin/backups')).body;
    const { bytes } = await server.admin.get(`/api/v1/admin/backups/${made.name}`);
    const name = 'lectern-scheduled-2026-01-04T03-01-00-000.zip';
    await writeFile(join(folder, name), bytes);
    expect((await server.admin.post(`/api/v1/admin/backups/${name}/restore`)).status).toBe(202);
    await server.stop();
  });

  test('a missing folder is never created, and the task reports it', async () => {
    const folder = join(disk, 'unplugged');
    const server = await start({ LECTERN_BACKUP_DIR: folder });
    const failed = () =>
      server.admin.get<{ data: { lastError: string }[] }>('/api/v1/tasks?type=backup.make&status=failed');
    await until(async () => (await failed()).body.data.length > 0);
    expect((await failed()).body.data[0]?.lastError).toBe(
      `The folder for scheduled backups does not exist: ${folder}`,
    );
    const { backup } = (await server.admin.get<Overview>('/api/v1/admin/overview')).body;
    expect(backup).toMatchObject({ hasFailed: true, lastAt: null });
    expect(await readdir(disk)).not.toContain('unplugged');
    expect(await list(server)).toEqual([]);
    await server.stop();
  });
});

test('for PostgreSQL, logs that the schedule has no effect', async () => {
  const lines: string[] = [];
  const server = await startTestServer({
    kind: 'postgres',
    withTasks: true,
    environment: { LECTERN_BACKUP_SCHEDULE: 'daily', LECTERN_LOG_LEVEL: 'warn' },
    onLogLine: (line) => lines.push(line),
  });
  expect(lines.join('')).toContain('backup.schedule has no effect with a database server');
  const tasks = await server.admin.get<{ data: unknown[] }>('/api/v1/tasks?type=backup.make');
  expect(tasks.body.data).toEqual([]);
  await server.stop();
});
