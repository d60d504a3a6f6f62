// What the proofs of packages need beside Node.js and npm, and what is left out without.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const isRoot = process.getuid?.() === 0;

/** By proof: the commands that it starts. */
const needed = {
  debian: ['mmdebstrap', 'unshare', 'chroot', 'lintian'],
  image: ['mmdebstrap', 'buildah', 'unshare', 'chroot'],
  unit: ['systemd-analyze'],
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
  const rights = proof === 'unit' || isRoot ? [] : ['root'];
  return [...needed[proof].filter((name) => !isInstalled(name)), ...rights];
}

const isInstalled = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
