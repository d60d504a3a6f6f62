// What every part of the form of a library is given.
import type { Draft } from '../draft.ts';

export interface FieldsProps {
  draft: Draft;
  onChange(part: Partial<Draft>): void;
}
