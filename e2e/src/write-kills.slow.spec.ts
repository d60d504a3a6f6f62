// The server is killed at every step of writing metadata, as the power would end it: what is not safe on the disk is lost by half.
import { join } from 'node:path';
import { faultPoints, runWrites } from '@lectern/server/testing';
import { expect, test } from 'vitest';
import { makePostgres } from './harness/databases.ts';
import { makeFolder, serve } from './harness/server.ts';

const password = 'a password of my own';

/** Steps without which a write would be none: that they are seen shows that the looking works. */
const known = [
  'before a new version is begun',
  'before a new version is safe',
  'after a new version is safe',
  'after insert formerReaderHash',
  'before a new version has its name',
  'after a new version has its name',
];

test.each([
  {
    kind: 'SQLite',
    choose: (steps: readonly string[]) =>
      process.env.TEST_EVERY_STEP ? steps : steps.filter((step) => /new version|formerReaderHash/.test(step)),
    minKills: 10,
  },
  {
    kind: 'PostgreSQL',
    choose: (steps: readonly string[]) =>
      process.env.TEST_EVERY_STEP ? steps : steps.filter((step) => /has its name/.test(step)),
    minKills: 2,
  },
])(
  'killed at each step of a write on $kind, files are old or new, and books what they were',
  {
    timeout: 600_000,
  },
  async ({ kind, choose, minKills }) => {
    const dataDir = join(makeFolder(), 'data');
    const postgres = await makePostgres(kind);
    const figures = await runWrites({
      start: (orders) =>
        serve({
          dataDir,
          preload: faultPoints,
          environment: {
            LECTERN_ADMIN_PASSWORD: password,
            LECTERN_LOG_LEVEL: 'error',
            LECTERN_LOG_FORMAT: 'json',
            TEST_FAULT_POINTS: orders,
            ...(postgres !== undefined && { LECTERN_DATABASE_POSTGRES: postgres }),
          },
        }),
      password,
      dataDir,
      postgres,
      choose,
      log: (line) => process.env.TEST_VERBOSE && process.stdout.write(`${line}\n`),
    });
    expect(figures.problems).toEqual([]);
    expect(known.filter((step) => !figures.seen.includes(step))).toEqual([]);
    expect(figures.passed).toEqual([]);
    expect(figures.killed.length).toBeGreaterThanOrEqual(minKills);
  },
);
