// Wörter des Doppelten.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Doppeltes',
  about:
    'Lectern löscht nie eine Datei. Entscheide, welche bleibt, lösche die andere in ihrem Ordner und durchsuche die Bibliothek: Lesestellen bleiben beim Buch.',
  books: 'Gleiche Dateien',
  series: 'Serien, die eine sein könnten',
  kind: 'Was doppelt ist',
  noBooks: 'Keine Datei ist zweimal da',
  noSeries: 'Keine Serie gleicht einer anderen',
  copies: '{count, plural, one {# Exemplar} other {# Exemplare}} zu {size}',
  wasted: '{size} könnten frei werden',
  sameTitle: 'Gleicher Titel',
  sameId: 'Gleiche Kennung {key}',
  oldest: 'Am längsten da',
  path: 'Wo die Datei liegt',
  added: 'Hinzugefügt {when}',
  pages: '{count, plural, one {# Seite} other {# Seiten}}',
  bookCount: '{count, plural, one {# Buch} other {# Bücher}}',
  read: 'Du liest es gerade',
  compare: 'Exemplare von {name}',
};
