// Wörter der Vorlagen.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  presets: 'Vorlagen',
  none: 'Noch keine Vorlagen',
  noneHint: 'Filtere oder sortiere eine Liste, wie du sie magst, und speichere sie als Vorlage.',
  save: 'Als Vorlage speichern',
  overwrite: 'Überschreiben',
  name: 'Name',
  nameHint: 'Der Name einer deiner Vorlagen überschreibt sie.',
  otherKind: 'Eine Vorlage anderer Art heißt schon so.',
  pin: 'Anheften',
  pinHint: 'Angeheftete Vorlagen stehen vorn und auf der Startseite.',
  pinOf: '{name} anheften',
  moreOf: 'Mehr zu {name}',
  saved: '„{name}“ ist gespeichert.',
  removed: '„{name}“ ist gelöscht.',
  rename: 'Umbenennen',
  up: 'Nach oben',
  down: 'Nach unten',
  remove: 'Löschen',
  cancel: 'Abbrechen',
  series: 'Serien',
  books: 'Bücher',
};
