// The display name of a book format.
import type { Translate } from './translate.ts';

/** File formats are named by their extensions. */
export const toFormatName = (format: string, t: Translate): string =>
  format === 'folder' ? t('ui.folderOfImages') : format.toUpperCase();
