// Kills the server at every step of writing metadata. As after a power failure, half of the data that was not synced is
// lost.
import { join } from 'node:path';
import { runWrites } from '@lectern/server/testing';
import { test } from 'vitest';
import { makePostgres } from './harness/databases.ts';
import { expectKilled, toStepOptions } from './harness/killing.ts';
import { makeFolder } from './harness/server.ts';

/** Steps of every write. Their presence verifies that the steps are recorded. */
const known = [
  'before a new version is begun',
  'before a new version is safe',
  'after a new version is safe',
  'after insert otherReaderHash',
  'before a new version has its name',
  'after a new version has its name',
];

test.each([
  {
    kind: 'SQLite',
    choose: (steps: readonly string[]) =>
      process.env.TEST_EVERY_STEP ? steps : steps.filter((step) => /new version|otherReaderHash/.test(step)),
    minKills: 10,
  },
  {
    kind: 'PostgreSQL',
    choose: (steps: readonly string[]) =>
      process.env.TEST_EVERY_STEP ? steps : steps.filter((step) => /has its name/.test(step)),
    minKills: 2,
  },
])(
  'keeps old or new files and unchanged books when a write is killed at each of its steps on $kind',
  {
    timeout: 600_000,
  },
  async ({ kind, choose, minKills }) => {
    const dataDir = join(makeFolder(), 'data');
    const postgres = await makePostgres(kind);
    const figures = await runWrites({ ...toStepOptions({ dataDir, postgres }), choose });
    expectKilled(figures, { known, min: minKills });
  },
);
