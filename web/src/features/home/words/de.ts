// Wörter der Startseite.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  home: 'Start',
  library: 'Bibliothek',
  allLibraries: 'Alle Bibliotheken',
  keepReading: 'Weiterlesen',
  onDeck: 'Als Nächstes',
  wantToRead: 'Will ich lesen',
  recentBooks: 'Neue Bücher',
  recentSeries: 'Neue Serien',
  updatedSeries: 'Zuletzt erweiterte Serien',
  recentlyRead: 'Zuletzt gelesen',
  all: 'Alle',
  allOf: 'Alle: {shelf}',
  back: 'Zurück: {shelf}',
  forward: 'Weiter: {shelf}',
  shelves: 'Regale',
  chooseShelves: 'Wähle deine Regale',
  moveUp: 'Nach oben: {shelf}',
  moveDown: 'Nach unten: {shelf}',
  asAtFirst: 'Auf Standard zurücksetzen',
  done: 'Fertig',
  close: 'Schließen',
  noLibrary: 'Noch keine Bibliothek',
  noLibraryHint: 'Füge die Ordner mit deinen Büchern hinzu.',
  noLibraryForYou: 'Bitte jemanden, der verwaltet, eine anzulegen oder dir eine zu zeigen.',
  addLibrary: 'Bibliothek hinzufügen',
  noBooks: 'Noch keine Bücher',
  noBooksHint:
    'Sie erscheinen, während die Bibliothek gelesen wird. Lege Bücher in ihren Ordner und lass ihn noch einmal lesen.',
  noBooksForYou: 'Sie erscheinen hier, sobald jemand welche in die Bibliothek legt.',
  noShelf: 'Alle Regale sind ausgeblendet',
};
