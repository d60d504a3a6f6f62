// Temporary files of a test run, in memory: tests write and sync many small ones, and wait for a slow disk otherwise.
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

/** A file system in memory on Linux (tmpfs, https://www.kernel.org/doc/html/latest/filesystems/tmpfs.html). */
const inMemory = '/dev/shm';
const prefix = 'lectern-tests-';
const GIB = 2 ** 30;
/** A run needs less than a third of it. */
const room = 6 * GIB;

/**
 * Makes the folder for temporary files of this process and all that it starts, until it exits. Where there is no such
 * file system, too little room, or nothing in it may be executed, the usual folder stays.
 */
export function useMemoryFolder(): void {
  if (process.env.LECTERN_TEST_MEMORY === 'off' || !hasRoom()) return;
  removeFoldersOfEndedRuns();
  const folder = join(inMemory, `${prefix}${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    // PostgreSQL runs as another user.
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

/** Removes the folders of killed runs of this account. Other accounts remove their own. */
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
