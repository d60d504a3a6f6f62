// A book in a grid: cover, title, series, progress.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Link } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../api/call.ts';
import classes from '../../ui/cards/card.module.css';
import { Cover } from '../../ui/cards/cover.tsx';
import { useBookNumber } from './book-number.ts';
import { useCardTitle } from './card/card-title.ts';
import { ItemCard } from './card/item-card.tsx';

interface Props {
  book: BookDto;
  /** In a list of one series: shows volume and chapter instead of the series name. */
  isAtHome?: boolean;
}

export function BookCard({ book, isAtHome = false }: Props) {
  const { id, title, seriesName, readProgress, analysisError, thumbHash, fileFormat } = book;
  const toNumber = useBookNumber();
  const shown = useCardTitle()(book);
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
          <span className={classes.title} title={title}>
            {shown.mark !== '' && (
              <span {...(shown.title !== '' && { className: classes.number })}>{shown.mark} </span>
            )}
            <span>{shown.title}</span>
          </span>
          <span className={classes.line}>{isAtHome ? toNumber(book) : seriesName}</span>
        </span>
      </Link>
    </ItemCard>
  );
}
