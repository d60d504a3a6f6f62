// A client of the event stream of the compatibility API.
import { onTestFinished, vi } from 'vitest';

export interface ToldEvent {
  name: string;
  data: Record<string, unknown>;
}

/** Records all events from now on. The stream is closed when the test ends. */
export async function listen(url: string, headers: Record<string, string>) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(`${url}/compat/sse/v1/events`, { headers, signal: controller.signal });
  const told: ToldEvent[] = [];
  let isOver = false;
  const read = async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const name = /^event: (.+)$/m.exec(block)?.[1];
        const data = /^data: (.+)$/m.exec(block)?.[1];
        if (name && data) told.push({ name, data: JSON.parse(data) });
      }
    }
  };
  read()
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  const waitFor = async (name: string, test: (data: ToldEvent['data']) => boolean = () => true) => {
    await vi
      .waitUntil(() => told.some((one) => one.name === name && test(one.data)), { timeout: 20_000 })
      .catch(() => {
        throw new Error(`${name} was not received: ${JSON.stringify({ told: told.slice(-8), isOver })}`);
      });
  };
  return { status: response.status, headers: response.headers, told, waitFor, isOver: () => isOver };
}
