// Presets for other features: links in the navigation, queries, and the save dialog, which is loaded when it is opened.
import { lazy } from 'react';

export { PresetLinks } from './preset-links.tsx';
export {
  presets,
  toSearch as toPresetSearch,
  toSorted as toSortedPresets,
} from './queries.ts';

export const SavePreset = lazy(async () => ({ default: (await import('./save-preset.tsx')).SavePreset }));
