// The search palette, preloaded when the page is idle, or loaded when it is opened.
import { lazy } from 'react';
export const loadPalette = () => import('./palette.tsx');
export const SearchPalette = lazy(async () => ({ default: (await loadPalette()).SearchPalette }));
