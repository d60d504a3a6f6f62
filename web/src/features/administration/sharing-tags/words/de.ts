// Wörter der Freigabe-Etiketten.
import type { Translated } from '../../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  title: 'Freigabe-Etiketten',
  about:
    'Ein Etikett an einer Serie bestimmt, wer sie sieht: Unter Personen wird ein Konto auf Serien mit einem Etikett begrenzt oder von ihnen ferngehalten. Serien bekommen Etiketten auf ihren eigenen Seiten.',
  make: 'Etikett anlegen',
  none: 'Noch keine Etiketten',
  series: '{count, plural, =0 {An keiner Serie} one {An # Serie} other {An # Serien}}',
  edit: 'Bearbeiten',
  editNamed: 'Etikett {name} bearbeiten',
  remove: 'Etikett löschen',
  removeTitle: 'Das Etikett {name} löschen?',
  removeText:
    'Es verschwindet von allen seinen Serien. Ein Etikett, das ein Konto begrenzt, kann nicht gelöscht werden.',
  removed: 'Das Etikett {name} ist gelöscht',
  name: 'Name',
  description: 'Beschreibung',
  save: 'Speichern',
  saved: 'Das Etikett {name} ist gespeichert',
};
