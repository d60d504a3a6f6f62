// The downloads of the current account: queued one after the other, resumed, removed. Every tab is notified of changes.
import type { BookDto } from '@lectern/contract/libraries/books';
import { isDocument, isText } from '@lectern/contract/values';
import { useSyncExternalStore } from 'react';
import { findAccount, listAccounts, watchAccounts } from '../api/accounts.ts';
import { read, toUrl } from '../api/call.ts';
import { isStorageFull, noteStorageFull } from '../api/device-storage.ts';
import { translate } from '../i18n/translate.ts';
import { showError } from '../ui/toasts/toasts.tsx';
import { cacheAccountData, listUrls } from './download-contents.ts';
import { fetchParts } from './fetch-parts.ts';
import { type Message, toCacheName } from './names.ts';
import { refreshPanels } from './refresh-panels.ts';
import { createDownloadStore, type Download } from './store.ts';

const base = new URL(document.baseURI).pathname;
const store = createDownloadStore(base);

/** Caches and service workers need HTTPS or localhost. */
export const canDownload: boolean = 'caches' in window && 'serviceWorker' in navigator;

let shown: readonly Download[] = [];
const listeners = new Set<() => void>();
const channel = new BroadcastChannel(`lectern-kept ${base}`);
channel.addEventListener('message', () => void readDownloads());

async function readDownloads(): Promise<void> {
  const userId = findAccount()?.userId;
  shown = userId ? (await store.list(userId)).sort((a, b) => a.keptAtMs - b.keptAtMs) : [];
  for (const listener of listeners) listener();
}

async function change(work: () => Promise<void>): Promise<void> {
  await work();
  await readDownloads();
  channel.postMessage('changed');
}

/** An installing worker reads the downloads itself. */
async function send(message: Message): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  (registration?.active ?? registration?.waiting)?.postMessage(message);
}

/** Sends a message and waits until the worker has processed it. */
async function sendAndWait(message: Message): Promise<void> {
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
/** The downloads of the current account, the oldest first. */
export const useDownloads = (): readonly Download[] => useSyncExternalStore(subscribe, () => shown);

/** Resolves when the downloads have been read. */
const known = Promise.withResolvers<void>();
/** Books are downloaded and refreshed one at a time. */
let working: Promise<void> = Promise.resolve();
const stops = new Map<string, AbortController>();

/** Resolves when the book is queued. Throws StorageFullError. */
export async function addDownload(book: BookDto): Promise<void> {
  const userId = findAccount()?.userId;
  if (!userId) return;
  await checkFreeSpace(book.fileSize);
  void navigator.storage.persist?.();
  const entry: Download = {
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
  await change(() => store.put(entry)).catch((error: unknown) => {
    throw isStorageFull(error) ? new StorageFullError() : error;
  });
  // A book cannot be opened offline without its reader.
  await sendAndWait({ type: 'keep-readers' });
  work(entry);
}

export class StorageFullError extends Error {}

/** Browsers evict data when their storage is nearly full. */
async function checkFreeSpace(sizeBytes: number): Promise<void> {
  const { usage = 0, quota = Number.POSITIVE_INFINITY } = (await navigator.storage?.estimate?.()) ?? {};
  if (usage + sizeBytes > quota * 0.9) throw new StorageFullError();
}

function work(entry: Download): void {
  const stop = new AbortController();
  stops.set(entry.bookId, stop);
  working = working.then(() => download(entry, stop.signal));
}

async function download(wanted: Download, signal: AbortSignal): Promise<void> {
  let entry = wanted;
  const note = async (part: Partial<Download>) => {
    if (signal.aborted) return;
    entry = { ...entry, ...part };
    await change(() => store.put(entry));
  };
  try {
    signal.throwIfAborted();
    const cache = await caches.open(toCacheName(base, entry.userId));
    await cacheAccountData(entry.userId, cache);
    const urls = await listUrls(entry, cache, signal);
    let done = 0;
    let sizeBytes = 0;
    let reportedMs = 0;
    await note({ total: urls.length });
    await fetchParts({
      cache,
      urls,
      signal,
      onPart(bytes) {
        done += 1;
        sizeBytes += bytes;
        if (Date.now() - reportedMs < 250) return;
        reportedMs = Date.now();
        void note({ done, sizeBytes });
      },
    });
    await note({ done, sizeBytes: Math.max(sizeBytes, entry.sizeBytes), state: 'kept' });
    await send({ type: 'kept-changed' });
  } catch (error) {
    if (isStorageFull(error)) showError(translate('offline.full'));
    await note({ state: 'stopped' });
  } finally {
    stops.delete(entry.bookId);
  }
}

/** Removes a download, or cancels it. */
export async function removeDownload({ userId, bookId, seriesId }: Download): Promise<void> {
  stops.get(bookId)?.abort();
  await change(() => store.remove(userId, bookId));
  const cache = await caches.open(toCacheName(base, userId));
  const isLast = shown.every((one) => one.seriesId !== seriesId);
  const removed = [`api/v1/books/${bookId}`, ...(isLast ? [`api/v1/series/${seriesId}`] : [])].map(toUrl);
  for (const { url } of await cache.keys())
    if (removed.some((one) => url === one || url.startsWith(`${one}/`))) await cache.delete(url);
  await send({ type: 'kept-changed' });
}

/** Retries a failed download. */
export const retryDownload = (entry: Download): void => work({ ...entry, state: 'waiting' });

/**
 * Stores the current account for the service worker, and deletes the downloads of accounts removed from this device. Wait
 * for it before the page is unloaded.
 */
export async function syncAccounts(): Promise<void> {
  if (!canDownload) return;
  await store.setAccount(findAccount()?.userId ?? null).catch(noteStorageFull);
  const known = new Set(listAccounts().map(({ userId }) => userId));
  for (const { userId, bookId } of await store.list()) {
    if (known.has(userId)) continue;
    stops.get(bookId)?.abort();
    await store.remove(userId, bookId);
    await caches.delete(toCacheName(base, userId));
  }
  await readDownloads();
}

/** Stores new account data, such as a font. Does nothing without downloads, or while the server is unreachable. */
export async function refreshAccountData(): Promise<void> {
  const userId = findAccount()?.userId;
  if (!canDownload || !userId || shown.length === 0) return;
  const cache = await caches.open(toCacheName(base, userId));
  await cacheAccountData(userId, cache).catch(() => undefined);
}

/** Stores the current response of one URL if it is part of a download. */
export async function refreshDownloadedPart(url: string): Promise<void> {
  const userId = findAccount()?.userId;
  if (!canDownload || !userId || shown.length === 0) return;
  const cache = await caches.open(toCacheName(base, userId));
  if (!(await cache.match(url))) return;
  const { signal } = new AbortController();
  await fetchParts({ cache, urls: [url], signal, isForced: true, onPart: () => undefined });
}

/**
 * Fetches the panels of a comic that are missing on this device or have changed, without its pages. Does nothing if the book
 * is not downloaded, or while the server is unreachable.
 */
export async function refreshDownloadedPanels(
  { id, readingDirection }: Pick<BookDto, 'id' | 'readingDirection'>,
  { isThorough }: { isThorough: boolean },
): Promise<void> {
  // Webtoons have no panels.
  if (!canDownload || readingDirection === 'webtoon') return;
  await known.promise;
  working = working.then(() => refreshKept(id, isThorough));
  await working;
}

async function refreshKept(id: string, isThorough: boolean): Promise<void> {
  const entry = shown.find(({ bookId, state }) => bookId === id && state === 'kept');
  if (!entry || isDocument(entry.format) || isText(entry.format)) return;
  const stop = new AbortController();
  stops.set(id, stop);
  try {
    const cache = await caches.open(toCacheName(base, entry.userId));
    await refreshPanels({ cache, bookId: id, isThorough, signal: stop.signal });
  } catch {
    // The next start of the client, or the next time the book is opened, repeats it.
  } finally {
    stops.delete(id);
  }
}

/** Runs at the start of the client: resumes interrupted downloads and checks whether finished ones are current. */
export async function startDownloads(): Promise<void> {
  if (!canDownload) return;
  watchAccounts(() => void syncAccounts());
  await syncAccounts();
  known.resolve();
  await removeLeftovers();
  resume();
  window.addEventListener('online', resume);
  if (shown.length > 0) await refresh();
}

/** Deletes the files of books whose removal was interrupted. */
async function removeLeftovers(): Promise<void> {
  const userId = findAccount()?.userId;
  if (!userId || !(await caches.has(toCacheName(base, userId)))) return;
  const cache = await caches.open(toCacheName(base, userId));
  const books = toUrl('api/v1/books/');
  for (const { url } of await cache.keys()) {
    const bookId = url.startsWith(books) ? url.slice(books.length).split(/[/?]/)[0] : undefined;
    if (bookId !== undefined && shown.every((one) => one.bookId !== bookId)) await cache.delete(url);
  }
}

function resume(): void {
  for (const entry of shown) if (entry.state !== 'kept' && !stops.has(entry.bookId)) work(entry);
}

/** Removes books that were deleted or are no longer visible. Downloads books again if their file has changed. */
async function refresh(): Promise<void> {
  await refreshAccountData();
  for (const entry of shown.filter(({ state }) => state === 'kept')) {
    const response = await fetch(toUrl(`api/v1/books/${entry.bookId}`), { cache: 'reload' }).catch(
      () => undefined,
    );
    if (!response) return;
    if (response.status === 404 || response.status === 403) await removeDownload(entry);
    if (!response.ok) continue;
    const { book } = await read<{ book: BookDto }>(response);
    if (book.fileHash === entry.fileHash) {
      await refreshDownloadedPanels(book, { isThorough: false });
      continue;
    }
    await removeDownload(entry);
    await addDownload(book);
  }
}
