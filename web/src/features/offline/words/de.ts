// Wörter des Lesens ohne Netz.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Downloads',
  keep: 'Herunterladen',
  keepUnread: 'Ungelesene herunterladen',
  keptSize: 'Heruntergeladen ({size})',
  remove: 'entfernen',
  removeOne: '{title} von diesem Gerät entfernen',
  givenAway: '{title} wurde von diesem Gerät entfernt',
  comesIn: '{count, plural, one {Das Buch wird} other {# Bücher werden}} heruntergeladen',
  nothingUnread: 'Es gibt keine ungelesenen Bücher mehr zum Herunterladen',
  stop: 'Abbrechen',
  takingIn: '{title} wird heruntergeladen',
  interrupted: 'Unterbrochen. Der Download wird fortgesetzt, sobald der Server erreichbar ist.',
  full: 'Auf diesem Gerät ist zu wenig Speicherplatz frei. Entferne einen Download.',
  again: 'Noch einmal versuchen',
  read: 'Lesen',
  readOne: '{title} lesen',
  needsHttps:
    'Browser können Bücher nur von Adressen herunterladen, die mit https:// beginnen. Alles andere geht auch ohne.',
  room: '{size} von {quota} belegt',
  notSafe:
    'Der Browser darf Downloads löschen, wenn der Speicherplatz knapp wird. Installiere Lectern als App, um sie zu behalten.',
  empty: 'Noch keine Downloads',
  emptyHint: 'Wähle bei einem Buch „Herunterladen“, um es offline zu lesen.',
  away: 'Der Server ist nicht erreichbar',
  stillHere:
    '{count, plural, one {Ein Buch ist} other {# Bücher sind}} auf diesem Gerät. Deine Leseposition wird synchronisiert, sobald der Server wieder erreichbar ist.',
  nothingHere: 'Heruntergeladene Bücher kannst du auch offline lesen.',
  toKept: 'Zu den Downloads',
};
