// A word that leads to all series, or books, that share it.
import type { AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchorLink } from '../../../ui/links.tsx';

interface Props extends AnchorProps {
  noun?: 'series' | 'books';
  /** A field of the conditions of series or books (contract, condition-fields). */
  field: string;
  value: string | number;
  children: ReactNode;
}

/** Numbers are compared, words are the same word. */
const toFilter = (field: string, value: string | number) => ({
  [field]: { operator: typeof value === 'number' ? 'eq' : 'is', value },
});

export function FilterLink({ noun = 'series', field, value, children, ...rest }: Props) {
  return (
    <AnchorLink to={`/${noun}`} search={{ filter: toFilter(field, value) }} {...rest}>
      {children}
    </AnchorLink>
  );
}
