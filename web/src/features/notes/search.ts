// What of one's marks is asked for, as the address says it.
import type { Annotation, AnnotationColor } from '@lectern/contract/annotations';

export interface NotesSearch {
  q?: string;
  kind?: Annotation['kind'] | 'note';
  color?: AnnotationColor;
}

export const kinds = ['bookmark', 'highlight', 'note'] as const;
export const colors: readonly AnnotationColor[] = ['yellow', 'green', 'blue', 'pink', 'orange', 'purple'];

export function readSearch({ q, kind, color }: Record<string, unknown>): NotesSearch {
  const knownKind = kinds.find((one) => one === kind);
  const knownColor = colors.find((one) => one === color);
  return {
    ...(typeof q === 'string' && q !== '' && { q: q.slice(0, 200) }),
    ...(knownKind && { kind: knownKind }),
    ...(knownColor && { color: knownColor }),
  };
}
