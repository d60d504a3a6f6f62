import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { hitsVariable } from './scripts/mutants/hits.ts';
import { listExcluded } from './scripts/tests/slow-files.ts';
import { useMemoryFolder } from './server/test/harness/run/memory-folder.ts';
import { guardRun } from './server/test/harness/run/run-guard.ts';
import { isWholeRun } from './server/test/harness/run/whole-run.ts';

// Without scripts/test.ts, as an editor starts the tests.
guardRun();
useMemoryFolder();

// Compiled modules are kept for every process that the tests start, worker processes of their servers too: each would
// read its TypeScript anew, which takes longer than most tests.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'lectern');

/**
 * They change what their process is made of, measure it, or start so many WebAssembly programs that it is cleared of garbage
 * all the time: that takes as long as what the other files of a process have left in it.
 */
const alone = [
  'server/src/features/system/events/{hub.test,many-clients.slow.test}.ts',
  'formats/src/archive/fuzz.slow.test.ts',
  'formats/src/file-name/hostile.slow.test.ts',
  'server/src/infrastructure/workers/pool.test.ts',
  'server/test/reliability/{databases,storage}.slow.test.ts',
];
const slow = listExcluded(isWholeRun, process.argv.slice(2));
const inBrowser = 'e2e/src/web/**/*.spec.ts';
/** `npm run test:package` alone runs them, see vitest.package.config.ts. */
const ofPackages = 'e2e/src/packages/**/*.spec.ts';
/**
 * The program in parts: a project has processes of its own, and what the modules of tests hold stays in theirs to its end. In one
 * part they would come to more than 2 GB each.
 */
const parts = {
  formats: ['contract/src/**/*.test.ts', 'formats/src/**/*.test.ts', 'scripts/**/*.test.ts'],
  features: ['server/src/features/**/*.test.ts'],
  server: ['server/src/*.test.ts', 'server/src/!(features)/**/*.test.ts'],
  api: ['server/test/**/*.test.ts'],
  programs: ['e2e/**/*.spec.ts'],
};
const program = {
  // Node runs the sources as they are, as it does for the program.
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** Files share a process: to read the whole program takes longer than most of them. */
const toProject = ([name, include]: [string, string[]]): TestProjectInlineConfiguration => ({
  extends: true,
  test: { ...program, name, isolate: false, include, exclude: [...slow, ...alone, inBrowser, ofPackages] },
});

export default defineConfig({
  test: {
    globalSetup: ['server/test/harness/run/global-setup.ts'],
    // For scripts/mutants: which test file reaches which line.
    setupFiles: process.env[hitsVariable] === undefined ? [] : ['scripts/mutants/current-file.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    // The whole run retries a test that timed out, and prints it as flaky. `npm test` hides nothing.
    retry: isWholeRun ? { count: 1, condition: /timed out|timeout/i } : 0,
    hookTimeout: 60_000,
    // Waiting ends when what is waited for is there; on a busy machine that takes its time.
    expect: { poll: { interval: 20, timeout: 20_000 } },
    coverage: {
      include: ['{server,formats}/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: join('node_modules', '.cache', 'lectern-coverage'),
    },
    projects: [
      ...Object.entries(parts).map(toProject),
      // A retried browser test would continue from the state of its first attempt; scripts/tests/failures.ts runs its file again.
      {
        extends: true,
        test: { ...program, name: 'browser', isolate: false, include: [inBrowser], exclude: slow, retry: 0 },
      },
      { extends: true, test: { ...program, name: 'alone', include: alone, exclude: slow } },
      // Imports what only the client's bundler knows.
      { extends: true, test: { name: 'web', include: ['web/src/**/*.test.ts'] } },
      // Components of the client in a simulated browser.
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'jsdom',
          isolate: false,
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
    ],
  },
});
