// Renders the host of the dialogs that are opened by a function call. Its code is loaded with the first page that uses
// it, so that the first page stays small.
import { type ComponentType, useSyncExternalStore } from 'react';

let host: ComponentType | undefined;
const listeners = new Set<() => void>();

export function setModalsHost(component: ComponentType): void {
  host = component;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function ModalsSlot() {
  const Host = useSyncExternalStore(subscribe, () => host);
  return Host && <Host />;
}
