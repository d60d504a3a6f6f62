import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'server/src/**/*.test.ts',
      'server/test/**/*.test.ts',
      'web/src/**/*.test.ts',
      'e2e/**/*.spec.ts',
    ],
    globalSetup: ['server/test/harness/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    // Machines are busy with other things: a test that fails is tried once more, and said to have needed it.
    retry: 1,
    hookTimeout: 60_000,
    // Waiting ends when what is waited for is there; on a busy machine that takes its time.
    expect: { poll: { interval: 20, timeout: 20_000 } },
  },
});
