// Local storage of this device. If it is full or blocked, values last until the page is closed, and a listener is notified.

const inMemory = new Map<string, string>();
let listenForFull = (): void => undefined;

/** Calls the listener when a value could not be stored. */
export function onStorageFull(listener: () => void): void {
  listenForFull = listener;
}

/** Reports that a value could not be stored, here or in IndexedDB. */
export const noteStorageFull = (): void => listenForFull();

/** Thrown by local storage, databases and caches. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

export function storeOnDevice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, value);
    noteStorageFull();
  }
}

export function readFromDevice(key: string): string | null {
  const kept = inMemory.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function removeFromDevice(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}
