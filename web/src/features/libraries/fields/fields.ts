// The props of all sections of the library form.
import type { Draft } from '../draft.ts';

export interface FieldsProps {
  draft: Draft;
  onChange(part: Partial<Draft>): void;
}
