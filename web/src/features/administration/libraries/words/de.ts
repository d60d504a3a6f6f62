// Wörter der Bibliotheken in der Verwaltung.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Bibliotheken',
  about:
    'Lectern liest deine Dateien nur. Wenn du hier eine Bibliothek entfernst, bleibt auf der Platte alles, wie es ist.',
  add: 'Bibliothek hinzufügen',
  counts: '{series, plural, one {# Serie} other {# Serien}}, {books, plural, one {# Buch} other {# Bücher}}',
  scanned: 'Durchsucht {when}',
  neverScanned: 'Noch nie durchsucht',
  paused: 'Nicht aktiv',
  scan: 'Durchsuchen',
  scanNamed: '{name} durchsuchen',
  deepScan: 'Jede Datei neu lesen',
  stopScan: 'Anhalten',
  stopScanNamed: 'Durchsuchen von {name} anhalten',
  analyze: 'Fehlgeschlagenes neu lesen',
  analyzeAll: 'Alle Bücher neu lesen',
  edit: 'Bearbeiten',
  editNamed: '{name} bearbeiten',
  pause: 'Nicht von selbst durchsuchen',
  resume: 'Wieder von selbst durchsuchen',
  purge: 'Verschwundene Bücher vergessen',
  remove: 'Bibliothek entfernen',
  scanStarted: '{name} wird durchsucht',
  stopped: 'Das Durchsuchen von {name} ist angehalten',
  isPaused: '{name} ist nicht mehr aktiv',
  isResumed: '{name} ist wieder aktiv',
  failed: 'Das letzte Durchsuchen hat nicht geklappt',
  nothingLost:
    'Nichts ist verloren: Bücher und Lesestellen bleiben, wie sie waren, bis der Ordner wieder da ist. Schließe die Platte an und durchsuche dann noch einmal.',
  meantEmpty: 'Sie sollen weg sein',
  meantEmptyTitle: 'Die fehlenden Bücher gehen lassen?',
  meantEmptyText:
    'Durchsucht {name} und verbirgt jedes Buch, dessen Datei nicht da ist. Lesestellen bleiben und kommen mit den Dateien wieder.',
  meantEmptyAction: 'Durchsuchen und gehen lassen',
  noteMissing: '{path} ist nicht da. Ist die Platte angeschlossen?',
  noteEmpty: '{path} ist leer, obwohl Bücher darin waren. Ist die Platte angeschlossen?',
  noteForbidden: '{path} kann nicht gelesen werden: Die Zugriffsrechte haben sich geändert.',
  noteHeld:
    '{gone, plural, one {# Buch} other {# Bücher}} von {all} sind nicht, wo sie waren. Sie bleiben: Wenn es so gewollt ist, durchsuche morgen noch einmal, oder sag es jetzt.',
  byItself: 'Von selbst: {when}',
  watches: 'Beobachtet ihre Ordner',
  hourly: 'jede Stunde',
  sixHourly: 'alle sechs Stunden',
  nightly: 'jede Nacht',
  weekly: 'jede Woche',
  atTimes: 'zu {cron}',
  notes:
    '{count, plural, one {# Hinweis vom letzten Durchsuchen} other {# Hinweise vom letzten Durchsuchen}}',
  found: 'Zuletzt: {books, plural, one {# Buch} other {# Bücher}} in {seconds}',
  purgeTitle: 'Die verschwundenen Bücher vergessen?',
  purgeText:
    'Bücher von {name}, deren Dateien weg sind, werden endgültig vergessen, mit den Lesestellen, Notizen und Markierungen aller. Eine Platte, die nur nicht angeschlossen ist, sieht genauso aus: Schließe sie erst an und durchsuche.',
  purgeAction: 'Vergessen',
  purged:
    '{count, plural, =0 {Es gab nichts zu vergessen} one {# Buch ist vergessen} other {# Bücher sind vergessen}}',
  removeTitle: '{name} entfernen?',
  removeText:
    'Die Bibliothek geht mit ihren Serien und Umschlägen. Keine Datei wird angerührt, und der Leseverlauf kommt wieder, wenn dieselben Bücher es tun.',
  removed: '{name} ist entfernt',
  library: 'Bibliothek',
  allLibraries: 'Alle Bibliotheken',
  none: 'Es gibt noch keine Bibliothek',
  editTitle: '{name} bearbeiten',
};
