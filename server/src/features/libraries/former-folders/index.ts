// Folders that were taken out of a library, and the books that lay in them.
export { findFormer, toPlaceKey } from './store.ts';
