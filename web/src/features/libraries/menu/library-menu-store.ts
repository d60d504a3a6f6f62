// The open menu of a library, at most one. The app frame renders it (library-menu-host.tsx).
import type { Permission } from '@lectern/contract/values';
import { useSyncExternalStore } from 'react';

export interface LibraryMenuRequest {
  libraryId: string;
  /** Screen position in pixels. */
  x: number;
  y: number;
}

/** The menu has entries for users with one of these permissions. */
export const menuPermissions = [
  'libraries:write',
  'libraries:delete',
  'files:upload',
  'files:manage',
  'books:write',
] as const satisfies readonly Permission[];

let current: LibraryMenuRequest | undefined;
const listeners = new Set<() => void>();

function set(next: LibraryMenuRequest | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const openLibraryMenu = (request: LibraryMenuRequest): void => set(request);
export const closeLibraryMenu = (): void => set(undefined);
export const useLibraryMenuRequest = (): LibraryMenuRequest | undefined =>
  useSyncExternalStore(subscribe, () => current);
