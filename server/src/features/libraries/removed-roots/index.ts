// Roots that were removed from a library, and their books.
export { findFormer, toPlaceKey } from './store.ts';
