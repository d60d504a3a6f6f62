// Wörter der Seite mit allem, was man markiert hat.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Notizen und Markierungen',
  search: 'In deinen Markierungen suchen',
  kind: 'Art',
  color: 'Farbe',
  all: 'Alle',
  bookmark: 'Lesezeichen',
  highlight: 'Markierungen',
  note: 'Mit Notiz',
  yellow: 'Gelb',
  green: 'Grün',
  blue: 'Blau',
  pink: 'Rosa',
  orange: 'Orange',
  purple: 'Violett',
  count: '{count, plural, one {# Markierung} other {# Markierungen}}',
  more: 'Mehr zeigen',
  read: 'Lesen',
  readThere: '{title} dort lesen',
  nothing: 'Du hast noch nichts markiert',
  nothingHint:
    'Wähle Wörter in einem EPUB aus, um sie zu markieren, oder setze ein Lesezeichen: Alles findest du hier wieder.',
  nothingFits: 'Nichts von dem, was du markiert hast, passt',
};
