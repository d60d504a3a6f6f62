// Removes a bookmark or a highlight, with undo.
import type { Annotation } from '@lectern/contract/reading/annotations';
import type { Translate } from '../../../i18n/translate.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import type { Annotations } from './use-annotations.ts';

export function removeWithUndo(annotations: Annotations, annotation: Annotation, t: Translate): void {
  annotations.remove(annotation);
  showToast(t('reader.epub.removed'), () => annotations.restore(annotation));
}
