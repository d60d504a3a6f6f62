// Operating systems and Node.js bring their own npm, each with its own resolver. Debian 12, Debian 13 and Ubuntu 24.04
// have npm 9.2.0, Node.js 22 has npm 10, and Node.js 24 has npm 11.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { isNetworkError } from './npm-errors.mjs';

const root = dirname(import.meta.dirname);
const run = promisify(execFile);
const isWindows = process.platform === 'win32';
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

interface Manifest {
  workspaces: string[];
}

interface Lock {
  packages: Record<string, { version?: string; resolved?: string; link?: boolean; optional?: boolean }>;
}

const readLock = (folder: string): Lock =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Copies what npm reads: the lock file, the settings, and the manifest of each workspace. */
function copyManifests(): string {
  const folder = makeFolder();
  const { workspaces }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const workspace of workspaces) mkdirSync(join(folder, workspace), { recursive: true });
  const manifests = ['.', ...workspaces].map((path) => join(path, 'package.json'));
  for (const path of [...manifests, 'package-lock.json', '.npmrc'])
    copyFileSync(join(root, path), join(folder, path));
  return folder;
}

/** Returns the path of npm's program, or undefined if the registry is unreachable. */
async function installNpm(version: string): Promise<string | undefined> {
  const folder = makeFolder();
  const args = [
    'install',
    '--prefix',
    folder,
    '--prefer-offline',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    ...quiet,
  ];
  try {
    await run('npm', [...args, `npm@${version}`], { cwd: folder, shell: isWindows });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    if (isNetworkError(output)) return undefined;
    throw error;
  }
  return join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
}

/** Required packages as `path@version`. npm versions differ in the optional ones that they record. */
const listRequired = ({ packages }: Lock): string[] =>
  Object.entries(packages)
    .filter(([, { optional }]) => !optional)
    .map(([path, { version, link, resolved }]) => `${path}@${link ? resolved : version}`);

test.for(['9.2.0', '10.9.4', '11.6.2'])(
  'npm %s resolves the lock file to the locked versions',
  { timeout: 120_000 },
  async (version, { skip }) => {
    const cli = await installNpm(version);
    if (cli === undefined) {
      const reason = `npm ${version} cannot be installed: the package registry is unreachable. Check the network.`;
      if (process.env.CI) throw new Error(reason);
      return skip(reason);
    }
    const folder = copyManifests();
    await run(process.execPath, [cli, 'install', '--package-lock-only', ...quiet], { cwd: folder });
    expect(listRequired(readLock(folder))).toEqual(listRequired(readLock(root)));
  },
);
