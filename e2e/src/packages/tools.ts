// Tools that the package tests need besides Node.js and npm. Tests whose tools are missing are skipped.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasEngine } from './engine.ts';
import { findWineVersion } from './wine.ts';

const isRoot = process.getuid?.() === 0;

/** Earlier versions of Wine lack the placeholders of VirtualAlloc2, which V8 uses to reserve memory. */
const leastWine = 10;

const emulator = '/proc/sys/fs/binfmt_misc/qemu-aarch64';
const forImages = ['mmdebstrap', 'buildah', 'unshare', 'chroot'] as const;

/** Required commands and files by test. */
const needed = {
  /** Files of Debian's qemu-user-static with binfmt_misc, and of libstdc++6:arm64. */
  arm64: [emulator, '/lib/ld-linux-aarch64.so.1'],
  arm64Image: [emulator, 'arch-test', ...forImages],
  compose: ['mmdebstrap', 'docker'],
  debian: ['mmdebstrap', 'unshare', 'chroot', 'lintian'],
  image: forImages,
  unit: ['systemd-analyze'],
  windows: ['wine', 'unzip'],
} as const;

export type Proof = keyof typeof needed;

export function canRun(proof: Proof): boolean {
  return listMissing(proof).length === 0;
}

/** Returns one sentence for each test that is skipped. */
export const listLeftOut = (): string[] =>
  (Object.keys(needed) as Proof[])
    .map((proof) => [proof, listMissing(proof)] as const)
    .filter(([, missing]) => missing.length > 0)
    .map(([proof, missing]) => `Skipped: ${proof} requires ${missing.join(', ')}`);

function listMissing(proof: Proof): string[] {
  if (process.platform !== 'linux') return ['Linux'];
  const rights = needsRoot(proof) && !isRoot ? ['root'] : [];
  const isThere = (name: string) => (name.startsWith('/') ? existsSync(name) : isInstalled(name));
  const missing = [...needed[proof].filter((name) => !isThere(name)), ...rights];
  return missing.length > 0 ? missing : listMissingBehind(proof);
}

/** Returns missing requirements of installed commands. */
function listMissingBehind(proof: Proof): string[] {
  if (proof === 'windows' && (findWineVersion() ?? 0) < leastWine) return [`Wine ${leastWine}`];
  if (proof === 'compose' && !hasEngine()) return ['a running Docker engine', 'Docker Compose 2'];
  return [];
}

const needsRoot = (proof: Proof): boolean => ['arm64Image', 'compose', 'debian', 'image'].includes(proof);

const isInstalled = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
