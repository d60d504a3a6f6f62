// Runs `npm run package` for this machine once for all tests, and provides Debian roots to install into.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../scripts/package/run.ts';
import { versionBefore } from '../harness/packaged.ts';
import { canRun, listLeftOut } from './tools.ts';

export const repository = join(import.meta.dirname, '..', '..', '..');
/** Passes the folder to the test processes. */
const variable = 'LECTERN_TEST_PACKAGES';

export const packagesFolder = (): string => process.env[variable] ?? '';
/** The same program, packaged as the previous version. */
export const beforeFolder = (): string => join(packagesFolder(), 'before');
/** Packages for other systems, which this machine emulates. */
export const emulatedFolder = (): string => join(packagesFolder(), 'emulated');
/** Debian's name of this machine's architecture. */
const ownArchitecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
/** A Debian root as a tar, with the dependencies of the image and the Debian package. */
export const debianRoot = (architecture = ownArchitecture): string =>
  join(packagesFolder(), `debian-${architecture}.tar`);

export function findPackage(pattern: RegExp, folder = packagesFolder()): string {
  const name = readdirSync(folder).find((candidate) => pattern.test(candidate));
  if (name === undefined) throw new Error(`No package matches ${pattern}`);
  return join(folder, name);
}

const included = ['ca-certificates', 'init-system-helpers', 'libstdc++6', 'systemd', 'tini', 'tzdata'];

/** Runs once before all tests. The returned function runs after them. */
export function setup(): () => void {
  for (const sentence of listLeftOut()) process.stdout.write(`${sentence}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-packages-'));
  // Other accounts unpack the files.
  chmodSync(folder, 0o755);
  process.env[variable] = folder;
  const system = `${process.platform}-${process.arch}`;
  const make = ['scripts/package/main.ts', `--only=${system},deb`];
  run(process.execPath, [...make, folder], repository);
  const ofArm = canRun('arm64Image') ? ['linux-arm64', 'deb'] : canRun('arm64') ? ['linux-arm64'] : [];
  const emulated = [...ofArm, ...(canRun('windows') ? ['win-x64'] : [])];
  if (emulated.length > 0)
    run(process.execPath, ['scripts/package/main.ts', `--only=${emulated}`, emulatedFolder()], repository);
  run(process.execPath, [...make, beforeFolder(), `--version=${versionBefore}`], repository);
  if ((['debian', 'image', 'compose'] as const).some(canRun)) makeDebian(ownArchitecture);
  if (canRun('arm64Image')) makeDebian('arm64');
  return () => rmSync(folder, { recursive: true, force: true });
}

function makeDebian(architecture: string): void {
  const what = ['--variant=minbase', '--mode=root', `--include=${included.join(',')}`];
  run(
    'mmdebstrap',
    [...what, `--architectures=${architecture}`, 'bookworm', debianRoot(architecture)],
    repository,
  );
}
