// Exports of the libraries feature.
export { FolderBrowser } from './folder-browser.tsx';
export { LibraryEditForm } from './library-edit-form.tsx';
export { LibraryForm } from './library-form.tsx';
export { ScanProgress } from './progress/scan-progress.tsx';
