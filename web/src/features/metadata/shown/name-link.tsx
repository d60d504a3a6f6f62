// A link to the page of a person, genre, tag, publisher or story arc.
import { type NameKind, nameKinds, nameNouns } from '@lectern/contract/libraries/name-kinds';
import type { AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchorLink } from '../../../ui/links.tsx';

export const isNameKind = (field: string): field is NameKind => nameKinds.some((kind) => kind === field);

interface Props extends AnchorProps {
  kind: NameKind;
  name: string;
  children?: ReactNode;
}

export function NameLink({ kind, name, children = name, ...rest }: Props) {
  return (
    <AnchorLink to={`/${nameNouns[kind]}`} search={{ name }} {...rest}>
      {children}
    </AnchorLink>
  );
}
