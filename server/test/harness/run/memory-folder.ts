// Stores the temporary files of a test run in memory. Tests write and sync many small files, which is slow on disk.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isRunning } from './is-running.ts';

/** An in-memory file system on Linux (tmpfs, https://www.kernel.org/doc/html/latest/filesystems/tmpfs.html). */
const inMemory = '/dev/shm';
const prefix = 'lectern-tests-';
const GIB = 2 ** 30;
/** Minimum free space. A run needs less than a third of it. */
const room = 6 * GIB;

/**
 * Creates the temporary folder of this process and its child processes, deleted on exit. Keeps the default folder if
 * the file system is missing, has too little space, or forbids execution.
 */
export function useMemoryFolder(): void {
  if (process.env.LECTERN_TEST_MEMORY === 'off' || !hasRoom()) return;
  removeFoldersOfEndedRuns();
  const folder = join(inMemory, `${prefix}${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    // PostgreSQL runs as a different user.
    chmodSync(folder, 0o1777);
    expectToExecute(join(folder, 'executable'));
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    const available = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
    return bavail * bsize >= room && Number(available ?? 0) * 1024 >= 2 * room;
  } catch {
    return false;
  }
}

/** Removes the folders of killed runs of this account. */
export function removeFoldersOfEndedRuns(): void {
  if (!existsSync(inMemory)) return;
  for (const name of readdirSync(inMemory)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
    const folder = join(inMemory, name);
    const isOwn = statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
    if (isOwn) rmSync(folder, { recursive: true, force: true });
  }
}

function expectToExecute(path: string): void {
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  execFileSync(path);
  rmSync(path);
}
