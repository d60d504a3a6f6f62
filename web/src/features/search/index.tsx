// The search for the frame: loaded when it is first opened.
import { lazy } from 'react';

export type { Destination } from './use-options.tsx';
export const SearchPalette = lazy(async () => ({ default: (await import('./palette.tsx')).SearchPalette }));
