// Waits for background work. A server that is stopped during background work logs errors.
import { vi } from 'vitest';
import type { Client } from './client.ts';
import { isQuiet } from './is-quiet.ts';

/** Waits until no task is waiting or running, including thumbnails. */
export async function waitForQuiet({ admin }: { admin: Client }): Promise<void> {
  await vi.waitUntil(() => isQuiet(admin), { interval: 50, timeout: 60_000 });
}
