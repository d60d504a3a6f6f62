// The used part of the service worker's global scope: the compiler supports either the types of pages or those of workers.

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface MessageFromPageEvent extends WorkerEvent {
  data: unknown;
  ports: readonly MessagePort[];
}

interface Events {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: MessageFromPageEvent;
}

export interface WorkerScope {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void;
}
