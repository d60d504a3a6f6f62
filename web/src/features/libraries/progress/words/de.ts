// Wörter laufender Durchsuchungen.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  scanning: '{name} wird durchsucht',
  scanOf: 'Durchsuchen von {name}',
  filesOf: '{done} von {total} Dateien',
  lookingThrough: 'Die Ordner werden durchgesehen',
};
