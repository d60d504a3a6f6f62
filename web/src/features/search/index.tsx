// The search palette. Preloaded when the page is idle, otherwise loaded when opened.
import { loadable } from '../../ui/loadable.tsx';

export { CorrectedSearch } from './corrected-search.tsx';
export const loadPalette = () => import('./palette.tsx');
export const SearchPalette = loadable(async () => (await loadPalette()).SearchPalette);
