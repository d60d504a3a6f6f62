// Exports of the libraries feature.
export { FolderBrowser } from './folder-browser.tsx';
export { LibraryEditForm } from './library-edit-form.tsx';
export { LibraryForm } from './library-form.tsx';
export { type LibraryDialog, LibraryItems } from './menu/library-items.tsx';
export { LibraryMenuHost } from './menu/library-menu-host.tsx';
export { type LibraryActions, useLibraryActions } from './menu/use-library-actions.ts';
export { useMenuHandlers } from './menu/use-menu-handlers.ts';
export { LibraryIcon } from './place/library-icon.tsx';
export { EmptyLibrary, LibraryHead } from './place/parts.tsx';
export { useLastTabs } from './place/tabs.ts';
export { ScanProgress } from './progress/scan-progress.tsx';
