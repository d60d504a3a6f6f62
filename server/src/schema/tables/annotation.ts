// What readers mark in books.
import type { AnnotationColor, AnnotationKind } from '@lectern/contract/values';

/** Written by features/reading/annotations. */
export interface AnnotationTable {
  /** Made by the client; unique for the user. */
  id: string;
  userId: string;
  bookId: string;
  kind: AnnotationKind;
  /** JSON: a Readium locator. */
  locator: string;
  /** From 0 to 1: the order in the book. 0 where the locator does not say. */
  totalProgression: number;
  color: AnnotationColor | null;
  note: string | null;
  text: string | null;
  /** Text and note, folded, for searching. */
  folded: string;
  createdAt: number;
  updatedAt: number;
  /** Of one that was deleted the id alone is left, so that it does not come back. */
  deletedAt: number | null;
}
