// Wörter der Bausteine.
import type { Translated } from '../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  unreachable: 'Der Server ist nicht erreichbar',
  unreachableHint: 'Läuft er, und bist du in seinem Netz?',
  failed: 'Das hat nicht geklappt',
  retry: 'Noch einmal',
  loading: 'Wird geladen',
  close: 'Schließen',
  undo: 'Rückgängig',
  read: 'Gelesen',
  percentRead: '{percent} gelesen',
  cancel: 'Abbrechen',
  areYouSure: 'Bist du sicher?',
};
