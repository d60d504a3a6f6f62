import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from './lock.mjs';

test.runIf(process.platform === 'linux')(
  'the address of the lock has the full length, so that all versions of Node.js use the same one',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const key = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
    onTestFinished(await lockFolder(folder, () => {}));
    const listening = readFileSync('/proc/net/unix', 'utf8').match(new RegExp(`@lectern-${key}\\S*`));
    // `@` represents the zero byte at the start. An address has 108 bytes (unix(7)).
    expect(listening?.[0]).toHaveLength(108);
  },
);
