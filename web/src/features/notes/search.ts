// The filters of the notes in the URL.
import { type AnnotationColor, annotationColors, annotationKinds } from '@lectern/contract/values';

export interface NotesSearch {
  q?: string;
  kind?: (typeof kinds)[number];
  color?: AnnotationColor;
}

export const kinds = [...annotationKinds, 'note'] as const;

export function readSearch({ q, kind, color }: Record<string, unknown>): NotesSearch {
  const knownKind = kinds.find((one) => one === kind);
  const knownColor = annotationColors.find((one) => one === color);
  return {
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 200) }),
    ...(knownKind && { kind: knownKind }),
    ...(knownColor && { color: knownColor }),
  };
}
