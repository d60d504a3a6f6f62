// A word that leads to all series that share it.
import type { AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchorLink } from '../../../ui/links.tsx';

interface Props extends AnchorProps {
  /** A field of the conditions of series (contract, condition-fields). */
  field: string;
  value: string | number;
  children: ReactNode;
}

/** Numbers are compared, words are the same word. */
const toFilter = (field: string, value: string | number) => ({
  [field]: { operator: typeof value === 'number' ? 'eq' : 'is', value },
});

export function FilterLink({ field, value, children, ...rest }: Props) {
  return (
    <AnchorLink to="/series" search={{ filter: toFilter(field, value) }} {...rest}>
      {children}
    </AnchorLink>
  );
}
