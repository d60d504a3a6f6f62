// Wörter über Bewertungen.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  yours: 'Deine Bewertung',
  stars: '{count, plural, one {# Stern} other {# Sterne}}',
  none: 'Nicht bewertet',
  takeBack: 'Bewertung zurücknehmen',
  average: 'Im Schnitt {average} aus {count, plural, one {# Bewertung} other {# Bewertungen}}',
  rated: 'Mit {stars} bewertet',
  takenBack: 'Bewertung zurückgenommen',
  note: 'Deine Notiz',
  noteHint: 'Niemand sonst sieht sie.',
  addNote: 'Notiz hinzufügen',
  changeNote: 'Notiz ändern',
  noteSaved: 'Notiz gespeichert',
  save: 'Speichern',
  cancel: 'Abbrechen',
};
