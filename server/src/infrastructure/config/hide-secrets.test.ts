import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isConfinable } from '#infrastructure/confinement/confinement.ts';

const program = fileURLToPath(new URL('../../../test/fixtures/hides-secrets.ts', import.meta.url));

test.runIf(isConfinable())(
  'removes secrets from the visible environment and keeps their values',
  async () => {
    const running = promisify(execFile)(
      process.execPath,
      ['--max-semi-space-size=8', program, 'serve', '--port', '0'],
      {
        env: {
          PATH: process.env.PATH,
          LECTERN_ADMIN_PASSWORD: 'swordfish ä',
          PGPASSWORD: 'sesame',
          LECTERN_LOG_LEVEL: 'error',
        },
      },
    );
    const told = JSON.parse((await running).stdout);
    expect(told).toMatchObject({
      pid: running.child.pid,
      args: ['serve', '--port', '0'],
      options: ['--max-semi-space-size=8'],
      taken: { LECTERN_ADMIN_PASSWORD: 'swordfish ä', PGPASSWORD: 'sesame', LECTERN_LOG_LEVEL: 'error' },
    });
    expect(told.taken.LECTERN_SECRETS_FROM).toBeUndefined();
    expect(told.visible).toContain('LECTERN_LOG_LEVEL=error');
    expect(told.visible).not.toMatch(/swordfish|sesame/);
  },
);
