// A titled section of cards, all rendered at the same time: for dozens of cards, not for thousands (virtual-grid.tsx).
import { Text, Title } from '@mantine/core';
import { Children, type ReactNode } from 'react';
import { useFormat } from '../../i18n/format.ts';
import classes from './card-grid.module.css';

interface Props {
  title: string;
  /** Shown next to the title. */
  count?: number;
  children: ReactNode;
}

export function CardGrid({ title, count, children }: Props) {
  const format = useFormat();
  return (
    <section aria-label={title} className={classes.section}>
      <Title order={2} size="h4" mb="xs">
        {title}{' '}
        {count !== undefined && (
          <Text span c="dimmed" inherit fw={400}>
            {format.number(count)}
          </Text>
        )}
      </Title>
      <ul className={classes.grid}>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
    </section>
  );
}
