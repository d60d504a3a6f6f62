// What the proofs of packages need beside Node.js and npm, and what is left out without.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasEngine } from './engine.ts';
import { findWineVersion } from './wine.ts';

const isRoot = process.getuid?.() === 0;

/** Earlier versions of Wine lack what V8 reserves its memory by (placeholders of VirtualAlloc2). */
const leastWine = 10;

const emulator = '/proc/sys/fs/binfmt_misc/qemu-aarch64';
const forImages = ['mmdebstrap', 'buildah', 'unshare', 'chroot'] as const;

/** By proof: the commands that it starts, and files that must be there. */
const needed = {
  /** What Debian's qemu-user-static, with binfmt_misc, and libstdc++6:arm64 bring. */
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

/** One sentence for each proof that cannot run here. */
export const listLeftOut = (): string[] =>
  (Object.keys(needed) as Proof[])
    .map((proof) => [proof, listMissing(proof)] as const)
    .filter(([, missing]) => missing.length > 0)
    .map(([proof, missing]) => `Left out: ${proof}, as it needs ${missing.join(', ')}`);

function listMissing(proof: Proof): string[] {
  if (process.platform !== 'linux') return ['Linux'];
  const rights = needsRoot(proof) && !isRoot ? ['root'] : [];
  const isThere = (name: string) => (name.startsWith('/') ? existsSync(name) : isInstalled(name));
  const missing = [...needed[proof].filter((name) => !isThere(name)), ...rights];
  return missing.length > 0 ? missing : listMissingBehind(proof);
}

/** What a command that is there lacks itself. */
function listMissingBehind(proof: Proof): string[] {
  if (proof === 'windows' && (findWineVersion() ?? 0) < leastWine) return [`Wine ${leastWine}`];
  if (proof === 'compose' && !hasEngine()) return ['a Docker engine that answers', 'Docker Compose 2'];
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
