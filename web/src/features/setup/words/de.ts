// Wörter des ersten Starts.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  welcome: 'Willkommen bei Lectern',
  twoSteps: 'Zwei Schritte, und deine Bücher sind auf jedem Gerät im Haus.',
  you: 'Du',
  administrator: 'Wer verwaltet',
  yourBooks: 'Deine Bücher',
  firstLibrary: 'Die erste Bibliothek',
  next: 'Weiter',
  later: 'Später',
};
