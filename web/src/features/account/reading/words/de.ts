// Wörter der Vorlieben.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Vorlieben',
  about:
    'Was dieses Programm und andere sich für dein Konto merken: wie ein Leser aussieht, welche Regale du siehst. Sie kommen auf jedes Gerät mit.',
  none: 'Noch ist nichts gemerkt',
  list: 'Was gemerkt ist',
  remove: 'Vergessen',
  removeNamed: '{name} vergessen',
  removed: '{name} ist vergessen',
  file: 'Als Datei',
  fileText: 'Um sie aufzuheben oder auf einen anderen Server mitzunehmen.',
  save: 'Als Datei speichern',
  load: 'Aus einer Datei nehmen',
  loaded: '{count, plural, one {# Vorliebe ist übernommen} other {# Vorlieben sind übernommen}}',
  notOurs: 'In dieser Datei sind keine Vorlieben',
  clear: 'Alle vergessen',
  clearTitle: 'Alle Vorlieben vergessen?',
  clearText: 'Leser und Regale sehen aus wie am Anfang, in allen Apps. Lesestellen bleiben.',
  cleared: 'Alle Vorlieben sind vergessen',
};
