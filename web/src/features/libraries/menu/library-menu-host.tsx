// Loads the menu of libraries when it is first opened.
import { useEffect, useState } from 'react';
import { loadable } from '../../../ui/loadable.tsx';
import { useLibraryMenuRequest } from './library-menu-store.ts';

const Menu = loadable(async () => (await import('./library-menu.tsx')).LibraryMenu);

/** Stays mounted after the first opening, because its dialogs outlive the menu. */
export function LibraryMenuHost() {
  const isOpen = useLibraryMenuRequest() !== undefined;
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (isOpen) setNeeded(true);
  }, [isOpen]);
  return (isOpen || isNeeded) && <Menu />;
}
