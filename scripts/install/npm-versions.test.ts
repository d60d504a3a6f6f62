// Operating systems and Node.js bring their own npm, each with its own resolver. Debian and Ubuntu have npm 9.2.0,
// Node.js 22 has npm 10, and Node.js 24 has npm 11.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyManifests, installPackage, quiet, root, run, toSkipReason } from './testing.ts';

interface Lock {
  packages: Record<string, { version?: string; resolved?: string; link?: boolean; optional?: boolean }>;
}

const readLock = (folder: string): Lock =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));

/** Required packages as `path@version`. npm versions differ in the optional ones that they record. */
const listRequired = ({ packages }: Lock): string[] =>
  Object.entries(packages)
    .filter(([, { optional }]) => !optional)
    .map(([path, { version, link, resolved }]) => `${path}@${link ? resolved : version}`);

test.for(['9.2.0', '10.9.4', '11.6.2'])(
  'npm %s resolves the lock file to the locked versions',
  { timeout: 120_000 },
  async (version, { skip }) => {
    const npm = await installPackage('npm', version);
    if (npm === undefined) return skip(toSkipReason(`npm ${version}`));
    const folder = copyManifests();
    const cli = join(npm, 'bin', 'npm-cli.js');
    await run(process.execPath, [cli, 'install', '--package-lock-only', ...quiet], { cwd: folder });
    expect(listRequired(readLock(folder))).toEqual(listRequired(readLock(root)));
  },
);
