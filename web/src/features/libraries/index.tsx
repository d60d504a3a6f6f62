// What other pages show of libraries.
export { LibraryForm } from './library-form.tsx';
export { ScanProgress } from './scan-progress.tsx';
