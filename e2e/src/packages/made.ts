// What `npm run package` makes for this machine, once for all proofs, and roots of Debian to install into.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../scripts/package/run.ts';
import { versionBefore } from '../harness/packaged.ts';
import { canRun, listLeftOut } from './tools.ts';

export const repository = join(import.meta.dirname, '..', '..', '..');
/** Where it lies, for the processes of the tests. */
const variable = 'LECTERN_TEST_PACKAGES';

export const packagesFolder = (): string => process.env[variable] ?? '';
/** The same program as the version before it. */
export const beforeFolder = (): string => join(packagesFolder(), 'before');
/** For other systems, which this machine emulates. */
export const emulatedFolder = (): string => join(packagesFolder(), 'emulated');
/** This machine's processor, as Debian calls it. */
const ownArchitecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
/** A root of Debian as a tar, with what the image and the Debian package need. */
export const debianRoot = (architecture = ownArchitecture): string =>
  join(packagesFolder(), `debian-${architecture}.tar`);

export function findPackage(pattern: RegExp, folder = packagesFolder()): string {
  const name = readdirSync(folder).find((candidate) => pattern.test(candidate));
  if (name === undefined) throw new Error(`No package is called ${pattern}`);
  return join(folder, name);
}

const included = ['ca-certificates', 'init-system-helpers', 'libstdc++6', 'systemd', 'tini', 'tzdata'];

/** Called once before all; what it gives is called after them. */
export function setup(): () => void {
  for (const sentence of listLeftOut()) process.stdout.write(`${sentence}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-packages-'));
  // Others unpack what lies there.
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
