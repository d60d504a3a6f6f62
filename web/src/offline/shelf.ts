// The downloads of the account in use: added one after the other, resumed, removed. Every tab is notified of changes.
import type { BookDto } from '@lectern/contract/books';
import { useSyncExternalStore } from 'react';
import { findAccount, listAccounts, watchAccounts } from '../api/accounts.ts';
import { read, toUrl } from '../api/call.ts';
import { keepBasics, listParts } from './download.ts';
import { fetchParts } from './fetching.ts';
import { type Message, toCacheName } from './names.ts';
import { createDownloadStore, type Kept } from './store.ts';

const base = new URL(document.baseURI).pathname;
const store = createDownloadStore(base);

/** Caches and service workers need HTTPS or localhost. */
export const canDownload: boolean = 'caches' in window && 'serviceWorker' in navigator;

let shown: readonly Kept[] = [];
const listeners = new Set<() => void>();
const channel = new BroadcastChannel(`lectern-kept ${base}`);
channel.addEventListener('message', () => void look());

async function look(): Promise<void> {
  const userId = findAccount()?.userId;
  shown = userId ? (await store.list(userId)).sort((a, b) => a.keptAtMs - b.keptAtMs) : [];
  for (const listener of listeners) listener();
}

async function change(work: () => Promise<void>): Promise<void> {
  await work();
  await look();
  channel.postMessage('changed');
}

/** A worker that is being installed reads the downloads by itself. */
async function send(message: Message): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  (registration?.active ?? registration?.waiting)?.postMessage(message);
}

/** Sends a message and waits until the worker has handled it. */
async function ask(message: Message): Promise<void> {
  const worker = (await navigator.serviceWorker.getRegistration())?.active;
  if (!worker) return send(message);
  const { port1, port2 } = new MessageChannel();
  const done = new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
  });
  worker.postMessage(message, [port2]);
  await done;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** The downloads of the account in use, the oldest first. */
export const useDownloads = (): readonly Kept[] => useSyncExternalStore(subscribe, () => shown);

/** Books are downloaded one at a time. */
let working: Promise<void> = Promise.resolve();
const stops = new Map<string, AbortController>();

/** Throws StorageFullError; resolves when the book is queued. */
export async function keep(book: BookDto): Promise<void> {
  const userId = findAccount()?.userId;
  if (!userId) return;
  await checkFreeSpace(book.fileSize);
  void navigator.storage.persist?.();
  const kept: Kept = {
    userId,
    bookId: book.id,
    seriesId: book.seriesId,
    seriesName: book.seriesName,
    title: book.title,
    format: book.fileFormat,
    fileHash: book.fileHash,
    updatedAt: book.updatedAt,
    state: 'waiting',
    done: 0,
    total: 0,
    sizeBytes: 0,
    keptAtMs: Date.now(),
  };
  await change(() => store.put(kept));
  // A book is of no use offline without its reader.
  await ask({ type: 'keep-readers' });
  work(kept);
}

export class StorageFullError extends Error {}

/** A browser evicts data when its storage is nearly full. */
async function checkFreeSpace(sizeBytes: number): Promise<void> {
  const { usage = 0, quota = Number.POSITIVE_INFINITY } = (await navigator.storage?.estimate?.()) ?? {};
  if (usage + sizeBytes > quota * 0.9) throw new StorageFullError();
}

function work(kept: Kept): void {
  const stop = new AbortController();
  stops.set(kept.bookId, stop);
  working = working.then(() => download(kept, stop.signal));
}

async function download(wanted: Kept, signal: AbortSignal): Promise<void> {
  let kept = wanted;
  const note = async (part: Partial<Kept>) => {
    if (signal.aborted) return;
    kept = { ...kept, ...part };
    await change(() => store.put(kept));
  };
  try {
    signal.throwIfAborted();
    const cache = await caches.open(toCacheName(base, kept.userId));
    await keepBasics(kept.userId, cache);
    const urls = await listParts(kept, cache, signal);
    let [done, sizeBytes, toldMs] = [0, 0, 0];
    await note({ total: urls.length });
    await fetchParts({
      cache,
      urls,
      signal,
      onPart(bytes) {
        done += 1;
        sizeBytes += bytes;
        if (Date.now() - toldMs < 250) return;
        toldMs = Date.now();
        void note({ done, sizeBytes });
      },
    });
    await note({ done, sizeBytes: Math.max(sizeBytes, kept.sizeBytes), state: 'kept' });
    await send({ type: 'kept-changed' });
  } catch {
    await note({ state: 'stopped' });
  } finally {
    stops.delete(kept.bookId);
  }
}

/** Removes a download, or cancels it. */
export async function removeDownload({ userId, bookId, seriesId }: Kept): Promise<void> {
  stops.get(bookId)?.abort();
  await change(() => store.remove(userId, bookId));
  const cache = await caches.open(toCacheName(base, userId));
  const isLast = shown.every((one) => one.seriesId !== seriesId);
  const gone = [`api/v1/books/${bookId}`, ...(isLast ? [`api/v1/series/${seriesId}`] : [])].map(toUrl);
  for (const { url } of await cache.keys())
    if (gone.some((one) => url === one || url.startsWith(`${one}/`))) await cache.delete(url);
  await send({ type: 'kept-changed' });
}

/** Tries a failed download again. */
export const retry = (kept: Kept): void => work({ ...kept, state: 'waiting' });

/**
 * Stores which account is in use for the service worker, and deletes the downloads of accounts that left this device.
 * Wait for it before the page goes away.
 */
export async function requestPersistence(): Promise<void> {
  if (!canDownload) return;
  await store.setAccount(findAccount()?.userId ?? null);
  const known = new Set(listAccounts().map(({ userId }) => userId));
  for (const { userId, bookId } of await store.list()) {
    if (known.has(userId)) continue;
    stops.get(bookId)?.abort();
    await store.remove(userId, bookId);
    await caches.delete(toCacheName(base, userId));
  }
  await look();
}

/** Runs at the start of the client: resumes interrupted downloads and checks whether finished ones are current. */
export async function startKeeping(): Promise<void> {
  if (!canDownload) return;
  watchAccounts(() => void requestPersistence());
  await requestPersistence();
  await sweep();
  goOn();
  window.addEventListener('online', goOn);
  if (shown.length > 0) await refresh();
}

/** Deletes the files of books whose removal was interrupted. */
async function sweep(): Promise<void> {
  const userId = findAccount()?.userId;
  if (!userId || !(await caches.has(toCacheName(base, userId)))) return;
  const cache = await caches.open(toCacheName(base, userId));
  const books = toUrl('api/v1/books/');
  for (const { url } of await cache.keys()) {
    const bookId = url.startsWith(books) ? url.slice(books.length).split(/[/?]/)[0] : undefined;
    if (bookId !== undefined && shown.every((one) => one.bookId !== bookId)) await cache.delete(url);
  }
}

function goOn(): void {
  for (const kept of shown) if (kept.state !== 'kept' && !stops.has(kept.bookId)) work(kept);
}

/** Removes books that were deleted or are no longer visible; downloads those anew whose file has changed. */
async function refresh(): Promise<void> {
  for (const kept of shown.filter(({ state }) => state === 'kept')) {
    const response = await fetch(toUrl(`api/v1/books/${kept.bookId}`), { cache: 'reload' }).catch(
      () => undefined,
    );
    if (!response) return;
    if (response.status === 404 || response.status === 403) await removeDownload(kept);
    if (!response.ok) continue;
    const { book } = await read<{ book: BookDto }>(response);
    if (book.fileHash === kept.fileHash) continue;
    await removeDownload(kept);
    await keep(book);
  }
}
