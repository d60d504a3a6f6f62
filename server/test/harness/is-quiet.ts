// Whether a server has nothing to do. For programs, too: no test runner is imported.
import type { Client } from './client.ts';

async function isNothingLeft(admin: Client): Promise<boolean> {
  for (const status of ['pending', 'running']) {
    const answer = await admin.get<{ total: number }>(`/api/v1/tasks?status=${status}`);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.bytes.toString().slice(0, 300)}`);
    if (answer.body.total > 0) return false;
  }
  return true;
}

/** No task waits or runs. One that runs at the first look and waits to run again at the second is in neither. */
export const isQuiet = async (admin: Client): Promise<boolean> =>
  (await isNothingLeft(admin)) && (await isNothingLeft(admin));
