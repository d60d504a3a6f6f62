// A book in a grid: cover, title, series, progress.
import type { BookDto } from '@lectern/contract/libraries/books';
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../api/call.ts';
import classes from '../../ui/cards/card.module.css';
import { Cover } from '../../ui/cards/cover.tsx';
import { useCardTitle } from './card/card-title.ts';
import { ItemCard } from './card/item-card.tsx';

interface Props {
  book: BookDto;
  /** In a list of one series: shows more of the title instead of the series name. */
  isAtHome?: boolean;
}

export function BookCard({ book, isAtHome = false }: Props) {
  const { id, title, seriesName, readProgress, analysisError, thumbHash, fileFormat } = book;
  const shown = useCardTitle()(book, { isAtHome });
  return (
    <ItemCard item={book}>
      <Link to="/books/$id" params={{ id }} className={classes.card}>
        <Cover
          src={toThumbnailUrl('books', book)}
          title={title}
          line={seriesName}
          thumbHash={thumbHash}
          isRead={readProgress?.completed ?? false}
          hasError={analysisError !== null}
          progress={readProgress?.progressPercentage ?? null}
          format={fileFormat}
        />
        <span className={classes.caption}>
          <span className={classes.title} data-lines={isAtHome ? 3 : undefined} title={title}>
            {isAtHome && shown.title !== title && <VisuallyHidden>{seriesName} </VisuallyHidden>}
            {shown.mark !== '' && (
              <span {...(shown.title !== '' && { className: classes.number })}>{shown.mark} </span>
            )}
            <span>{shown.title}</span>
          </span>
          {!isAtHome && <span className={classes.line}>{seriesName}</span>}
        </span>
      </Link>
    </ItemCard>
  );
}
