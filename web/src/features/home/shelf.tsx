// A row of covers with horizontal scrolling by touch, wheel, buttons and arrow keys, and its placeholder.
import { ActionIcon, Group, Skeleton, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Children, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import classes from './shelf.module.css';
import { useScrollEnds } from './use-scroll-ends.ts';

interface Props {
  title: string;
  /** A link to the full list. */
  more?: ReactNode;
  /** A large card above the row, or next to it on wide screens. */
  featured?: ReactNode;
  children: ReactNode;
}

export function Shelf({ title, more, featured, children }: Props) {
  const t = useTranslate();
  const row = useRef<HTMLUListElement>(null);
  const items = Children.toArray(children);
  const ends = useScrollEnds(row, items.length);
  return (
    <section aria-label={title} className={classes.shelf}>
      <Group justify="space-between" mb="xs" wrap="nowrap" className={classes.head ?? ''}>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Group gap={4} wrap="nowrap">
          {more}
          {(ends.hasBefore || ends.hasAfter) && (
            <Group gap={0} wrap="nowrap" className={classes.arrows}>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={!ends.hasBefore}
                aria-label={t('home.back', { shelf: title })}
                onClick={() => turn(row.current, -1)}
              >
                <IconChevronLeft size={20} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={!ends.hasAfter}
                aria-label={t('home.forward', { shelf: title })}
                onClick={() => turn(row.current, 1)}
              >
                <IconChevronRight size={20} />
              </ActionIcon>
            </Group>
          )}
        </Group>
      </Group>
      <div className={featured && items.length > 0 ? classes.beside : undefined}>
        {featured}
        {items.length > 0 && (
          <ul ref={row} className={classes.row} data-start={!ends.hasBefore || undefined} onKeyDown={step}>
            {Children.map(items, (item) => (
              <li>{item}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

export const ShelfPlaceholder = () => (
  <div className={classes.shelf} aria-hidden="true">
    <Skeleton className={classes.titleToCome} />
    <div className={classes.row}>
      {placeholders.map((n) => (
        <div key={n}>
          <Skeleton className={classes.placeholder} />
        </div>
      ))}
    </div>
  </div>
);

const placeholders = Array.from({ length: 10 }, (_, n) => n);

/** Scrolls by less than the width, so that part of the last view stays visible. */
function turn(row: HTMLElement | null, direction: number): void {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  row?.scrollBy({
    left: direction * row.clientWidth * 0.85,
    behavior: prefersReducedMotion ? 'auto' : 'smooth',
  });
}

/** The arrow keys move the focus between covers. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const cards = [...event.currentTarget.children].map((item) => item.querySelector<HTMLElement>('a'));
  const at = cards.findIndex((card) => card?.closest('li')?.contains(document.activeElement));
  const wanted = at < 0 ? undefined : cards[at + by];
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
  wanted.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
