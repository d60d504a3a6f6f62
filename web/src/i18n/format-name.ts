// The name of a format of books, as people see it.
import type { Translate } from './translate.ts';

/** Formats of files are called by their extensions. */
export const toFormatName = (format: string, t: Translate): string =>
  format === 'folder' ? t('ui.folderOfImages') : format.toUpperCase();
