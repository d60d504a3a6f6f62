// Wörter über Dateien von Leselisten.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  import: 'Eine .cbl-Datei einlesen',
  hint: 'Eine Liste von Büchern aus ComicRack, Komga, Kavita oder einem anderen Programm. Zuerst siehst du, was hier gefunden wurde.',
  choose: 'Eine .cbl-Datei wählen',
  name: 'Name der Leseliste',
  matched: '{count, plural, one {# gefunden} other {# gefunden}}',
  unmatched: '{count, plural, one {# unklar} other {# unklar}}',
  entry: 'In der Datei',
  here: 'Hier',
  status_matched: 'Gefunden',
  status_ambiguous: 'Mehrere passen',
  status_not_found: 'Nicht gefunden',
  status_duplicate: 'Zweimal genannt',
  which: 'Welches Buch ist {entry}?',
  none: 'Keines davon',
  create: 'Leseliste aus {count, plural, one {# Buch} other {# Büchern}} anlegen',
  another: 'Andere Datei',
  taken: 'Es gibt schon eine Leseliste dieses Namens. Gib ihr einen anderen.',
  made: '{name} ist angelegt',
  report: 'Was gefunden wurde',
};
