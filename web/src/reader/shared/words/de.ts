// Wörter, die allen Leseansichten gemeinsam sind.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  elsewherePage: 'Auf einem anderen Gerät warst du auf Seite {page, number}. Dorthin springen?',
  elsewhereShare: 'Auf einem anderen Gerät warst du bei {percent}. Dorthin springen?',
  goThere: 'Dorthin',
  stayHere: 'Hier bleiben',
};
