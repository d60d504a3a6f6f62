// Wörter des erneuten Einlesens.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  asked: 'Die Dateien werden neu eingelesen',
  waits: 'Das Einlesen beginnt gleich',
  reads: 'Wird neu eingelesen',
  booksOf: '{done} von {total} Büchern',
  done: '{count, plural, one {# Buch wurde neu eingelesen} other {# Bücher wurden neu eingelesen}}',
  failed: 'Die Dateien konnten nicht neu eingelesen werden: {reason}',
  cancelled: 'Das Einlesen wurde abgebrochen',
};
