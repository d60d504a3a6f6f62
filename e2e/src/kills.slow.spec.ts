// Kills the server and starts it again: in TEST_KILL_ROUNDS rounds under load (default: a few), and once at every step
// of a scan. No acknowledged write may be missing.
import { join } from 'node:path';
import { runKills, runSteps } from '@lectern/server/testing';
import { expect, test } from 'vitest';
import { makePostgres } from './harness/databases.ts';
import { environmentOf, expectKilled, password, toStepOptions } from './harness/killing.ts';
import { makeFolder, serve } from './harness/server.ts';

const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

test.each([
  { kind: 'SQLite', rounds: Number(process.env.TEST_KILL_ROUNDS ?? 4) },
  { kind: 'PostgreSQL', rounds: Number(process.env.TEST_KILL_ROUNDS ?? 2) },
])(
  `keeps every acknowledged write when $kind is in use and the server is killed during scans, edits and uploads (seed ${seed})`,
  { timeout: 600_000 + Number(process.env.TEST_KILL_ROUNDS ?? 0) * 30_000 },
  async ({ kind, rounds }) => {
    const dataDir = join(makeFolder(), 'data');
    const postgres = await makePostgres(kind);
    const start = () => serve({ dataDir, environment: environmentOf(postgres) });
    const figures = await runKills({ start, password, dataDir, postgres, rounds, seed });
    expect(figures.problems).toEqual([]);
    expect(figures.kills).toBeGreaterThanOrEqual(rounds);
    expect(figures.writes).toBeGreaterThan(0);
  },
);

/** Steps of every scan. Their presence verifies that the steps are recorded. */
const known = [
  'after discovery.walk was asked for',
  'before done of discovery.walk is taken',
  'before partial of reading.read is taken',
  'inside insert book',
  'before commit of insert series',
  'after commit of insert series',
  'after commit of insert seriesMetadata',
  'after commit of update book',
  'before rename in thumbnails',
  'after rename in thumbnails',
];

/**
 * Writes of a transaction are invisible until the commit, so only some of the steps inside a transaction are tested,
 * different ones in each run. TEST_EVERY_STEP selects all.
 */
function chooseSteps(steps: readonly string[]): readonly string[] {
  const inside = steps.filter((step) => step.startsWith('inside'));
  if (process.env.TEST_EVERY_STEP || inside.length === 0) return steps;
  const taken = [0, 1, 2, 3].map((n) => inside[(seed + n * 5) % inside.length]);
  return steps.filter((step) => !step.startsWith('inside') || taken.includes(step));
}

test.each([
  { kind: 'SQLite', choose: chooseSteps, minSteps: 25 },
  {
    kind: 'PostgreSQL',
    choose: (steps: readonly string[]) =>
      steps
        .filter((step) => /^after commit of|^before partial of reading|^after rename/.test(step))
        .slice(0, 6),
    minSteps: 4,
  },
])(
  `resumes a scan that is killed at each of its steps on $kind without duplicates or losses (seed ${seed})`,
  { timeout: 600_000 },
  async ({ kind, choose, minSteps }) => {
    const dataDir = join(makeFolder(), 'data');
    const postgres = await makePostgres(kind);
    const figures = await runSteps({ ...toStepOptions({ dataDir, postgres }), choose });
    expectKilled(figures, { known, min: minSteps });
  },
);
