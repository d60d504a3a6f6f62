// The world of a service worker, as far as ours uses it: the compiler knows either pages or workers, not both.

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface HeardEvent extends WorkerEvent {
  data: unknown;
  ports: readonly MessagePort[];
}

interface Events {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: HeardEvent;
}

export interface WorkerScope {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void;
}
