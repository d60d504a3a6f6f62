// Capabilities, the parts of root's privileges (capabilities(7)). A process of root regains all of them when it executes a
// program, unless they are removed from its bounding set.
import type { Libc } from './libc.ts';

/** Reading and writing files regardless of their permissions. */
export const dacOverride = 1;
/** Reading files and folders regardless of their permissions. */
export const dacReadSearch = 2;

const ambient = { option: 47, clearAll: 4 };
const dropFromBounding = 24;
/** The kernel stores them in two words of 32 bits, and refuses unknown numbers. */
const count = 64;
/** `_LINUX_CAPABILITY_VERSION_3` of linux/capability.h. */
const version = 0x2008_0522;

/** Drops all capabilities except `kept` from the calling thread and programs that it executes, as far as permitted. */
export function keepCapabilities(libc: Libc, kept: readonly number[]): void {
  libc.prctl(ambient.option, ambient.clearAll, 0, 0, 0);
  for (let number = 0; number < count; number++)
    if (!kept.includes(number)) libc.prctl(dropFromBounding, number, 0, 0, 0);
  // Process id 0 is the calling thread.
  const header = Uint32Array.of(version, 0);
  // Two blocks of effective, permitted and inheritable capabilities.
  const sets = new Uint32Array(6);
  if (libc.getCapabilities(header, sets) !== 0) return;
  for (const block of [0, 1]) {
    const mask = kept
      .filter((one) => one >> 5 === block)
      .reduce((bits, one) => (bits | (1 << (one & 31))) >>> 0, 0);
    const effective = block * 3;
    const permitted = block * 3 + 1;
    const inheritable = block * 3 + 2;
    sets[permitted] = (sets[permitted] ?? 0) & mask;
    sets[effective] = (sets[effective] ?? 0) & mask;
    sets[inheritable] = 0;
  }
  libc.setCapabilities(header, sets);
}
