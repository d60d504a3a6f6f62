// Multi-volume archives as one book.

import type { VolumeFile } from '@lectern/formats/archive/rar/volumes/source';
import { type FoundVolumes, findVolumes } from './find.ts';
import {
  listVolumeSet,
  measureVolumes,
  openBook,
  openVolumes,
  peekVolume,
  toVolumesName,
  type VolumeSet,
} from './list.ts';

export type { FoundVolumes, VolumeFile, VolumeSet };
export { findVolumes, listVolumeSet, measureVolumes, openBook, openVolumes, peekVolume, toVolumesName };
