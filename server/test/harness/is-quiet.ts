// Checks whether a server is idle. Also used by programs, so it does not import the test runner.
import type { Client } from './client.ts';

async function isNothingLeft(admin: Client): Promise<boolean> {
  for (const status of ['pending', 'running']) {
    const answer = await admin.get<{ total: number }>(`/api/v1/tasks?status=${status}`);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.bytes.toString().slice(0, 300)}`);
    if (answer.body.total > 0) return false;
  }
  return true;
}

/**
 * Returns true if no task is waiting or running. Checks twice: a running task may move back to waiting between the two
 * queries of a check.
 */
export const isQuiet = async (admin: Client): Promise<boolean> =>
  (await isNothingLeft(admin)) && (await isNothingLeft(admin));
