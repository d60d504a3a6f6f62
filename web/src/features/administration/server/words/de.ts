// Wörter der Seite über den Server.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Server',
  version: 'Version',
  database: 'Datenbank',
  sqlite: 'Eingebaut (SQLite)',
  state: 'Zustand',
  ok: 'Alles in Ordnung',
  error: 'Die Datenbank antwortet nicht',
  diskFull: 'Der Datenträger des Servers ist voll',
  diskReadOnly: 'Der Datenträger des Servers nimmt nichts an',
  diskText:
    'Bücher lassen sich lesen, aber Lesestellen, Änderungen und neue Bücher werden nicht behalten, bis wieder Platz ist. Neu gestartet werden muss dann nichts.',
  memory: 'Benutzter Speicher',
  upSince: 'Läuft seit',
  inventory: 'Was da ist',
  books: '{count, plural, one {# Buch} other {# Bücher}}',
  series: '{count, plural, one {# Serie} other {# Serien}}',
  pages: '{count, plural, one {# Seite} other {# Seiten}}',
  libraries: '{count, plural, one {# Bibliothek} other {# Bibliotheken}}',
  byFormat: 'Nach Art der Datei',
  byLibrary: 'Nach Bibliothek',
  kind: 'Art',
  library: 'Bibliothek',
  bookCount: 'Bücher',
  seriesCount: 'Serien',
  size: 'Größe',
  work: 'Arbeit im Hintergrund',
  workText: 'Der Aufgaben, die noch in der Liste sind.',
  count: 'Wie viele',
  failed: 'Gescheitert',
  mean: 'Im Mittel',
  longest: 'Längste',
  cleanUp: 'Aufräumen',
  tidyText:
    'Löscht, worauf nichts mehr verweist: kleine Bilder, hochgeladene Umschläge und zwischengespeicherte Seiten von Büchern, die endgültig weg sind, halb geschriebene Dateien, Serien, die nie ein Buch hatten, Namen, unter denen nichts steht. Deine Dateien bleiben unberührt, und Bücher, deren Dateien nur gerade fehlen, behalten alles.',
  tidyAction: 'Jetzt aufräumen',
  tidyTitle: 'Löschen, worauf nichts verweist?',
  tidyQuestion: 'Auch Umschläge, die du für endgültig verschwundene Bücher hochgeladen hast, gehen.',
  tidying: 'Es wird aufgeräumt: siehe Aufgaben',
  links: 'Mehr',
  metrics: 'Zahlen für Prometheus',
  api: 'Beschreibung der API',
  licence:
    'Lectern ist freie Software unter der MIT-Lizenz; die Hinweise zu seinen Bestandteilen stehen in der Datei NOTICE daneben.',
};
