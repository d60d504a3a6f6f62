// Background work that has come to its end: a server that is stopped amid it complains.
import { vi } from 'vitest';
import type { Client } from './client.ts';
import { isQuiet } from './is-quiet.ts';

/** Waits until no task waits or runs, thumbnails included. */
export async function waitForQuiet({ admin }: { admin: Client }): Promise<void> {
  await vi.waitUntil(() => isQuiet(admin), { interval: 50, timeout: 60_000 });
}
