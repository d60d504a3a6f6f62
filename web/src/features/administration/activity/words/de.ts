// Wörter der Aufzeichnung von Anmeldungen und Änderungen.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Ereignisse',
  about:
    'Wer sich angemeldet hat und was geändert wurde. Was jemand liest, geht niemanden etwas an und steht nicht hier.',
  kind: 'Was geschah',
  allKinds: 'Alles',
  signIn: 'Angemeldet',
  signInFailed: 'Anmeldung gescheitert',
  signOut: 'Abgemeldet',
  change: 'Änderung',
  person: 'Wer',
  everybody: 'Alle',
  about_: 'Woran',
  allThings: 'Alles',
  nobody: 'Jemand Unbekanntes',
  via: 'mit {via}',
  from: 'von {address}',
  fields: 'Gesetzt: {fields}',
  failed: 'Gescheitert',
  none: 'Nichts ist aufgezeichnet',
  refresh: 'Neu ansehen',
  library: 'Bibliotheken',
  user: 'Konten',
  setting: 'Einstellungen',
  series: 'Serien',
  book: 'Bücher',
  apiKey: 'API-Schlüssel',
  collection: 'Sammlungen',
  readList: 'Leselisten',
  sharingTag: 'Freigabe-Etiketten',
};
