// Wörter des Rahmens um die Seiten.
import type { Translated } from '../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  toContent: 'Zum Inhalt',
  openMenu: 'Menü öffnen',
  closeMenu: 'Menü schließen',
  places: 'Orte',
  home: 'Start',
  allSeries: 'Alle Serien',
  allBooks: 'Alle Bücher',
  wantToRead: 'Will ich lesen',
  collections: 'Sammlungen',
  readLists: 'Leselisten',
  presets: 'Vorlagen',
  managePresets: 'Alle Vorlagen',
  more: 'Mehr',
  statistics: 'Statistik',
  offline: 'Offline',
  administration: 'Verwaltung',
  libraries: 'Bibliotheken',
  addLibrary: 'Bibliothek hinzufügen',
  search: 'Suchen ( / )',
  searchSeries: 'Serien suchen',
  accountOf: 'Konto von {name}',
  colours: 'Farben',
  systemColours: 'Wie das System',
  lightColours: 'Hell',
  darkColours: 'Dunkel',
  blackColours: 'Schwarz',
  anotherAccount: 'Anderes Konto',
  signOut: 'Abmelden',
};
