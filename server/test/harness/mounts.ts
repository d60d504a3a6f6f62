// Real file systems for tests that may mount some: small ones in memory.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a file system of so many megabytes in memory on a folder; false where that is not allowed. */
export function tryMount(at: string, megabytes: number): boolean {
  mkdirSync(at, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'lectern', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Also while files of it are open. */
export const unmount = (at: string): void => void execFileSync('umount', ['--lazy', at]);

/** Changes what is mounted: `ro`, `size=64m`. */
export const remount = (at: string, option: string): void =>
  void execFileSync('mount', ['-o', `remount,${option}`, at]);

/** Whether this process may mount file systems. */
export const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const at = mkdtempSync(join(tmpdir(), 'lectern-mount-'));
  const can = tryMount(at, 1);
  if (can) unmount(at);
  rmSync(at, { recursive: true, force: true });
  return can;
})();

/** Takes all that is free; gives the file that took it. */
export function fillDisk(at: string): string {
  const file = join(at, 'filler');
  try {
    for (let n = 0; n < 100_000; n++) writeFileSync(file, Buffer.alloc(4 * 1024), { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return file;
}
