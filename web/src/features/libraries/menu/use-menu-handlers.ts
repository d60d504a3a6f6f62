// Opens the menu of a library at an element: by right click, the menu key and Shift+F10.
import type { KeyboardEvent, MouseEvent } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { menuPermissions, openLibraryMenu } from './library-menu-store.ts';

export const openMenuAt = (libraryId: string, element: Element): void => {
  const { left, bottom } = element.getBoundingClientRect();
  openLibraryMenu({ libraryId, x: left, y: bottom });
};

/** Returns no handlers for users without any of the actions, so that they keep the menu of the browser. */
export function useMenuHandlers(): (libraryId: string) => object {
  const hasPermission = usePermission();
  if (!hasPermission(...menuPermissions)) return () => ({});
  return (libraryId) => ({
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      openLibraryMenu({ libraryId, x: event.clientX, y: event.clientY });
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      event.preventDefault();
      const { currentTarget } = event;
      // Opens after this event: otherwise, the pending key event would close the menu again.
      window.setTimeout(() => openMenuAt(libraryId, currentTarget));
    },
  });
}
