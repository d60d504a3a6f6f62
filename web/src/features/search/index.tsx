// The search for the frame: loaded when the page has come to rest, or when it is opened.
import { lazy } from 'react';
export const loadPalette = () => import('./palette.tsx');
export const SearchPalette = lazy(async () => ({ default: (await loadPalette()).SearchPalette }));
