// The memory of a process, and the default budget of worker processes on this machine.
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const pageBytes = 4096;
const mebibyte = 1024 ** 2;
const minBudgetMb = 512;

export interface ProcessMemory {
  /** Resident memory in MiB, including the runtime's code, which all processes share. */
  residentMb: number;
  /** The part that no other process shares. */
  privateMb: number;
}

/** From `/proc/<pid>/statm` (proc(5)); zeros on other systems. */
export function readProcessMemory(pid: number | undefined): ProcessMemory {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number);
    const toMb = (pages: number) => (pages * pageBytes) / mebibyte;
    return { residentMb: toMb(resident), privateMb: toMb(resident - shared) };
  } catch {
    return { residentMb: 0, privateMb: 0 };
  }
}

/** A quarter of the memory that this process may use (including a container's limit), at least 512 MiB. */
export function toDefaultBudgetMb(
  memory = { totalBytes: totalmem(), constrainedBytes: process.constrainedMemory() },
): number {
  const { totalBytes, constrainedBytes } = memory;
  // 0 or a very large number without a limit.
  const usable = constrainedBytes > 0 ? Math.min(totalBytes, constrainedBytes) : totalBytes;
  return Math.max(minBudgetMb, Math.floor(usable / 4 / mebibyte));
}
