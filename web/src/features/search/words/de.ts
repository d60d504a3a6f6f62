// Wörter der Suche.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  search: 'Suchen',
  askHint: 'Sag, was du suchst: irgendein Wort eines Titels, eine Person, eine Serie, eine Zusammenfassung.',
  words: 'Wörter',
  wordsHint: 'In beliebiger Reihenfolge',
  phrase: 'Genau so',
  phraseHint: 'Wörter, die zusammenstehen',
  without: 'Ohne',
  withoutHint: 'Wörter, die nicht vorkommen',
  genre: 'Genre',
  tag: 'Schlagwort',
  author: 'Autor',
  publisher: 'Verlag',
  language: 'Sprache',
  readStatus: 'Lesestand',
  howItSearches: 'So wird gesucht',
  explainWords:
    'Jedes Wort darf der Anfang eines Wortes sein: „aster“ findet „Asterix“. Großschreibung und Akzente sind egal.',
  explainPhrase:
    'Im Suchfeld kannst du alles auf einmal schreiben: "der lange Weg" in Anführungszeichen steht zusammen.',
  explainWithout: 'Ein Minus schließt aus: batman -annual findet keine Annuals.',
  explainLanguages: 'Chinesisch, Japanisch und Koreanisch werden überall im Text gefunden.',
  explainFields: 'Felder engen ein, was gefunden wird; mehrere Werte eines Feldes heißen: einer davon.',
  series: 'Serien',
  books: 'Bücher',
  seriesFound: '{count, plural, =0 {Keine Serien} one {# Serie} other {# Serien}}',
  booksFound: '{count, plural, =0 {Keine Bücher} one {# Buch} other {# Bücher}}',
  allSeries: 'Alle Serien zeigen',
  allBooks: 'Alle Bücher zeigen',
  save: 'Als Vorlage speichern',
};
