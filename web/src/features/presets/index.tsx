// Exports of the presets feature: navigation links, queries, and the save dialog, which is loaded when opened.

export { PresetLinks } from './preset-links.tsx';
export {
  presets,
  toSearch as toPresetSearch,
  toSorted as toSortedPresets,
} from './queries.ts';

import { loadable } from '../../ui/loadable.tsx';

export const SavePreset = loadable(async () => (await import('./save-preset.tsx')).SavePreset);
