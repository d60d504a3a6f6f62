// An option of the search palette.
import type { ReactNode } from 'react';

export interface Option {
  id: string;
  group: string;
  label: string;
  /** A second line. */
  line?: string;
  picture: ReactNode;
  run(): void;
}

/** A page of the client. */
export interface Destination {
  label: string;
  path: string;
}

export const has = (text: string, typed: string): boolean =>
  text.toLocaleLowerCase().includes(typed.toLocaleLowerCase());
