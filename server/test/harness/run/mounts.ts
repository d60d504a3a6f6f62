// Mounts small in-memory file systems for tests, where permitted.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts an in-memory file system of this size at a folder. Returns false if this is not permitted. */
export function tryMount(at: string, megabytes: number): boolean {
  mkdirSync(at, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'lectern', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Unmounts a file system even while its files are open. */
export const unmount = (at: string): void => void execFileSync('umount', ['--lazy', at]);

/** Changes mount options: `ro`, `size=64m`. */
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

/** Fills the file system completely. Returns the file that uses the space. */
export function fillDisk(at: string): string {
  const file = join(at, 'filler');
  try {
    for (let n = 0; n < 100_000; n++) writeFileSync(file, Buffer.alloc(4 * 1024), { flag: 'a' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return file;
}
