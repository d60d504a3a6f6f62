// Wörter der PDF-Zwischenspeicher.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'PDF-Zwischenspeicher',
  about: 'Beide entstehen neu, wenn sie gebraucht werden; sie zu leeren kostet nur Zeit.',
  handles: 'Offene Dokumente',
  handlesAbout:
    'PDFs bleiben eine Weile offen, damit das Blättern schnell geht. Gezeigt werden die des Prozesses, der antwortet.',
  handlesOff: 'Dokumente werden nicht offen gehalten (siehe Einstellungen).',
  noHandles: 'Kein Dokument ist offen',
  filled: '{size} von {capacity} offen',
  hits: '{hits, plural, one {# mal offen gefunden} other {# mal offen gefunden}}, {misses, plural, one {# mal nicht} other {# mal nicht}}',
  closed:
    '{count, plural, one {# geschlossen, um Platz zu machen} other {# geschlossen, um Platz zu machen}}, {idle, plural, one {# nach einer Ruhezeit} other {# nach einer Ruhezeit}}',
  rendered: '{count, plural, one {# Seite gezeichnet} other {# Seiten gezeichnet}}',
  opened: 'Offen seit {time}, unbenutzt seit {idle}',
  book: 'Zum Buch',
  close: 'Schließen',
  closeNamed: '{name} schließen',
  closeAll: 'Alle schließen',
  closedNow:
    '{count, plural, =0 {Keins war offen} one {# Dokument ist geschlossen} other {# Dokumente sind geschlossen}}',
  pages: 'Fertige Seiten',
  pagesAbout:
    'Gezeichnete Seiten bleiben auf der Platte, bis zu einer Größe und einem Alter, die in den Einstellungen stehen.',
  pagesOff: 'Fertige Seiten werden nicht aufgehoben (siehe Einstellungen).',
  pageCount:
    '{pages, plural, one {# Seite} other {# Seiten}} aus {books, plural, one {# Buch} other {# Büchern}}',
  size: 'Größe',
  oldest: 'Älteste',
  days: '{count, plural, =0 {Heute} one {# Tag} other {# Tage}}',
  folder: 'Ordner',
  clean: 'Alte Seiten löschen',
  olderThan: 'Älter als Tage',
  cleaning: 'Alte Seiten werden gelöscht: siehe Aufgaben',
  deleteAll: 'Alle Seiten löschen',
  deleteAllTitle: 'Alle fertigen Seiten löschen?',
  deleteAllText:
    'Sie werden neu gezeichnet, wenn jemand sie liest: Die erste Seite dauert dann etwas länger.',
  deleted: '{count, plural, one {# Seite} other {# Seiten}} gelöscht, {size} frei',
  refresh: 'Neu ansehen',
};
