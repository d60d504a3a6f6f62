// `npm run test:package`: what `npm run package` makes, installed into empty places. It takes minutes, and what it needs
// beside Node.js and npm it says itself.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'lectern');

export default defineConfig({
  test: {
    name: 'packages',
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ['e2e/src/packages/made.ts'],
    include: ['e2e/src/packages/**/*.spec.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
