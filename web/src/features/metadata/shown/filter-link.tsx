// A link to all series or books with this value.
import type { AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchorLink } from '../../../ui/links.tsx';

interface Props extends AnchorProps {
  noun?: 'series' | 'books';
  /** A field of conditions (contract, conditions/fields). */
  field: string;
  value: string | number;
  children: ReactNode;
}

/** Numbers use the operator `eq`, text uses `is`. */
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
