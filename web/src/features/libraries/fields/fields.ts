// The props of all parts of the library form.
import type { Draft } from '../draft.ts';

export interface FieldsProps {
  draft: Draft;
  onChange(part: Partial<Draft>): void;
}
