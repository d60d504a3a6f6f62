// Wörter des Lesens ohne Netz.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Auf diesem Gerät',
  keep: 'Auf diesem Gerät behalten',
  keepUnread: 'Ungelesenes behalten',
  keptSize: 'Auf diesem Gerät ({size})',
  remove: 'entfernen',
  removeOne: '{title} von diesem Gerät entfernen',
  givenAway: '{title} wird nicht mehr behalten',
  comesIn: '{count, plural, one {Das Buch wird} other {# Bücher werden}} auf dieses Gerät geholt',
  nothingUnread: 'Es gibt nichts Ungelesenes mehr zu behalten',
  stop: 'Abbrechen',
  takingIn: '{title} wird geholt',
  interrupted: 'Unterbrochen; es geht weiter, wenn der Server erreichbar ist.',
  full: 'Auf diesem Gerät ist zu wenig Platz. Entferne etwas, das du behalten hast.',
  again: 'Noch einmal versuchen',
  read: 'Lesen',
  readOne: '{title} lesen',
  needsHttps:
    'Browser behalten Bücher nur von Adressen, die mit https:// beginnen. Alles andere geht auch ohne.',
  room: '{size} von {quota}, die dieser Browser gibt',
  notSafe:
    'Der Browser darf das löschen, wenn der Platz knapp wird. Installiere Lectern als App, um sicherzugehen.',
  empty: 'Noch nichts behalten',
  emptyHint: 'Wähle bei einem Buch „Auf diesem Gerät behalten“ und lies es ohne Netz.',
  away: 'Der Server ist nicht erreichbar',
  stillHere:
    '{count, plural, one {Ein Buch ist} other {# Bücher sind}} auf diesem Gerät. Wo du bist, wird gemeldet, sobald der Server wieder da ist.',
  nothingHere: 'Bücher, die du auf diesem Gerät behältst, kannst du auch dann lesen.',
  toKept: 'Zu den behaltenen Büchern',
};
