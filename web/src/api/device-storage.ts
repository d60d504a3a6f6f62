// Local storage of this device. Where it is full or blocked, what is stored lasts as long as the page, and one listener
// hears of it.

const inMemory = new Map<string, string>();
let listenForFull = (): void => undefined;

/** The listener is called when something could not be stored. */
export function onStorageFull(listener: () => void): void {
  listenForFull = listener;
}

/** Something could not be stored, here or in the database of the browser. */
export const noteStorageFull = (): void => listenForFull();

/** Of local storage, databases and caches alike. */
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
