// The layers of confinement, each as far as the system supports it.
import { keepCapabilities } from './capabilities.ts';
import { findLandlock, restrictFiles } from './landlock.ts';
import type { Access } from './launch.ts';
import type { Libc } from './libc.ts';
import { filterCalls } from './seccomp.ts';

const setNoNewPrivileges = 38;
/** Resources of setrlimit(2): no files with the memory of a crashed process, and a bounded number of open files. */
const limits = [
  { resource: 4, value: 0 },
  { resource: 7, value: 1_024 },
];

/** Confines the calling thread, and programs that it executes, permanently. Returns the layers in force. */
export function confine(libc: Libc, access: Access): { files: boolean; calls: boolean } {
  for (const { resource, value } of limits) libc.limit(resource, value);
  const isUnprivileged = libc.prctl(setNoNewPrivileges, 1, 0, 0, 0) === 0;
  const files = isUnprivileged && limitFiles(libc, access);
  // After the rules for files, because root may need a capability to open the folders of these rules.
  keepCapabilities(libc, access.capabilities);
  return { files, calls: isUnprivileged && filterCalls(libc, access) };
}

function limitFiles(libc: Libc, access: Access): boolean {
  const version = findLandlock(libc);
  if (version === 0) return false;
  try {
    restrictFiles(libc, version, access);
    return true;
  } catch {
    return false;
  }
}
