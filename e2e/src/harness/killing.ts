// Servers that tests kill at recorded steps.
import { faultPoints } from '@lectern/server/testing';
import { expect } from 'vitest';
import type { Program } from './program.ts';
import { serve } from './server.ts';

export const password = 'a password of my own';

export const environmentOf = (postgres: string | undefined): Record<string, string> => ({
  LECTERN_ADMIN_PASSWORD: password,
  LECTERN_LOG_LEVEL: 'error',
  LECTERN_LOG_FORMAT: 'json',
  ...(postgres !== undefined && { LECTERN_DATABASE_POSTGRES: postgres }),
});

interface Killed {
  dataDir: string;
  postgres: string | undefined;
}

/** Options of `runSteps` and `runWrites`: how to start the server, and where its data is. */
export const toStepOptions = ({ dataDir, postgres }: Killed) => ({
  start: (orders: string): Program =>
    serve({
      dataDir,
      preload: faultPoints,
      environment: { ...environmentOf(postgres), TEST_FAULT_POINTS: orders },
    }),
  password,
  dataDir,
  postgres,
  log: (line: string): void => {
    if (process.env.TEST_VERBOSE) process.stdout.write(`${line}\n`);
  },
});

interface Figures {
  problems: readonly string[];
  seen: readonly string[];
  passed: readonly string[];
  killed: readonly string[];
}

/** Verifies that the server was killed at enough steps, that the known steps were recorded, and that nothing is wrong. */
export function expectKilled(
  figures: Figures,
  { known, min }: { known: readonly string[]; min: number },
): void {
  expect(figures.problems).toEqual([]);
  expect(known.filter((step) => !figures.seen.includes(step))).toEqual([]);
  expect(figures.passed).toEqual([]);
  expect(figures.killed.length).toBeGreaterThanOrEqual(min);
}
