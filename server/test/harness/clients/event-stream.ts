// A client of the event stream that records received events.
import { vi } from 'vitest';
import type { SignedIn } from '../sign-in.ts';

export interface StreamEvent {
  id: string;
  type: string;
  data: { type: string; timestamp: string; [key: string]: unknown };
}

export interface EventStream {
  status: number;
  headers: Headers;
  events: StreamEvent[];
  comments: number;
  /** The `retry` values of the stream, in milliseconds. */
  retries: string[];
  /** The stream was ended by the server or interrupted. */
  isOver: boolean;
  /** The stream ended without a proper end of the response. */
  isCutOff: boolean;
  /** Waits for an event that passes the test. */
  waitFor(test: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  close(): void;
}

/** Credentials of a signed-in user. */
export const bearer = ({ session }: SignedIn) => ({ authorization: `Bearer ${session.accessToken}` });

interface Options {
  query?: string;
  headers: Record<string, string>;
}

export async function openEvents(url: string, { query = '', headers }: Options): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/v1/events?${query}`, { headers, signal: controller.signal });
  const stream: EventStream = {
    status: response.status,
    headers: response.headers,
    events: [],
    comments: 0,
    retries: [],
    isOver: false,
    isCutOff: false,
    async waitFor(test) {
      await vi.waitUntil(() => stream.events.some(test), { timeout: 15_000, interval: 10 });
      const found = stream.events.find(test);
      if (!found) throw new Error('Event not received');
      return found;
    },
    close: () => controller.abort(),
  };
  void read(response, stream).then(
    () => {
      stream.isOver = true;
    },
    () => {
      stream.isOver = true;
      stream.isCutOff = true;
    },
  );
  return stream;
}

async function read(response: Response, stream: EventStream): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  if (!response.body) return;
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) take(block, stream);
  }
}

function take(block: string, stream: EventStream): void {
  if (block.startsWith(':')) stream.comments++;
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const retry = field('retry');
  if (retry !== undefined) stream.retries.push(retry);
  const id = field('id');
  const type = field('event');
  const data = field('data');
  if (id !== undefined && type !== undefined && data !== undefined)
    stream.events.push({ id, type, data: JSON.parse(data) });
}
