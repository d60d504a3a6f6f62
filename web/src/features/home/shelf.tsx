// One row of covers that scrolls sideways. Its height is kept while it loads.
import { Skeleton, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './shelf.module.css';

interface Props {
  title: string;
  isPending: boolean;
  isEmpty: boolean;
  children: ReactNode;
}

export function Shelf({ title, isPending, isEmpty, children }: Props) {
  if (isEmpty) return null;
  return (
    <section aria-label={title} className={classes.shelf}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <div className={classes.row}>
        {isPending ? placeholders.map((n) => <Skeleton key={n} className={classes.placeholder} />) : children}
      </div>
    </section>
  );
}

const placeholders = Array.from({ length: 10 }, (_, n) => n);
