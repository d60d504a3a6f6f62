// The search palette, preloaded when the page is idle, or loaded when it is opened.
import { loadable } from '../../ui/loadable.tsx';
export const loadPalette = () => import('./palette.tsx');
export const SearchPalette = loadable(async () => (await loadPalette()).SearchPalette);
