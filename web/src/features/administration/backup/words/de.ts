// Wörter der Sicherung.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Sicherung',
  about:
    'Alles, was nicht neu gemacht werden kann: Konten, Lesestellen, Notizen, Listen, was du bearbeitet hast, hochgeladene Umschläge. Deine Bücher sind nicht darin: Bewahre von ihnen anderswo Kopien auf.',
  download: 'Jetzt eine Sicherung herunterladen',
  making: 'Die Sicherung wird gemacht. Je mehr Bücher, desto länger dauert es.',
  done: 'Die Sicherung ist unterwegs: {size}',
  when: 'Wann du eine machst',
  whenText:
    'Vor einer neuen Version, und ab und zu. Vor einer Version, die die Datenbank ändert, macht Lectern von selbst eine Kopie (im Datenordner unter backups). Es wird immer nur eine Sicherung auf einmal gemacht; alle können weiterlesen.',
  restore: 'Wie du sie zurückholst',
  restore1: 'Halte Lectern an.',
  restore2: 'Rufe auf: npm start -- restore <Datei>. Was vorher da war, wird beiseitegelegt, nicht gelöscht.',
  restore3: 'Starte Lectern in derselben oder einer neueren Version. Kleine Bilder entstehen neu.',
  postgres: 'Dieser Server benutzt PostgreSQL',
  postgresText:
    'Dessen eigene Werkzeuge kopieren es im Betrieb, zum Beispiel pg_dump. Kopiere auch den Ordner covers im Datenordner.',
};
