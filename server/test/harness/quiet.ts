// Background work that has come to its end: a server that is stopped amid it complains.
import { vi } from 'vitest';
import type { Client } from '../harness/client.ts';

/** Waits until no task waits or runs. */
export async function waitForQuiet({ admin }: { admin: Client }): Promise<void> {
  const count = async (status: string) =>
    (await admin.get<{ total: number }>(`/api/v1/tasks?status=${status}`)).body.total;
  const isQuiet = async () => (await count('pending')) + (await count('running')) === 0;
  await vi.waitUntil(isQuiet, { interval: 50, timeout: 60_000 });
}
