// Saved filters. Each belongs to one user.
import type { PresetScope } from '@lectern/contract/values';

/** Written by features/reading/filter-presets. */
export interface FilterPresetTable {
  id: string;
  userId: string;
  name: string;
  /** Unique per user. */
  nameFolded: string;
  scope: PresetScope;
  target: 'series' | 'books';
  libraryId: string | null;
  /** JSON. */
  condition: string;
  query: string | null;
  sort: string | null;
  pinned: number;
  position: number;
  createdAt: number;
  updatedAt: number;
}
