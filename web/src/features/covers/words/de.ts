// Wörter über Titelbilder.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Titelbild wählen',
  yours: 'Titelbilder',
  source_embedded: 'Aus dem Buch',
  source_first_book: 'Vom ersten Buch',
  source_latest_book: 'Vom neuesten Buch',
  source_custom: 'Hochgeladen',
  inUse: 'In Gebrauch',
  use: 'Dieses Titelbild nehmen: {name}',
  remove: 'Dieses Titelbild löschen: {name}',
  removed: 'Titelbild gelöscht',
  automatic: 'Von selbst wählen lassen',
  chosen: 'Das ist jetzt das Titelbild',
  upload: 'Ein Bild hochladen',
  dropHere: 'Zieh ein Bild hierher oder wähle eines. JPEG, PNG, WebP, AVIF oder GIF.',
  choose: 'Datei wählen',
  fromPages: 'Von einer Seite des Buchs',
  fromBooks: 'Von einer Seite eines ihrer Bücher',
  book: 'Buch',
  noBook: 'Kein solches Buch',
  usePage: 'Seite {number} nehmen',
  morePages: 'Mehr Seiten',
  notAPicture: 'Das ist kein Bild.',
};
