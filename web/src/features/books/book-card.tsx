// A book in a grid: cover, title, series, progress.
import type { BookDto } from '@lectern/contract/books';
import { Link } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../api/call.ts';
import classes from '../../ui/card.module.css';
import { Cover } from '../../ui/cover.tsx';
import { useBookNumber } from './book-number.ts';

interface Props {
  book: BookDto;
  /** Among books of its own series: volume and chapter instead of the name of the series. */
  isAtHome?: boolean;
}

export function BookCard({ book, isAtHome = false }: Props) {
  const { id, title, seriesName, readProgress, analysisError } = book;
  const toNumber = useBookNumber();
  return (
    <Link to="/books/$id" params={{ id }} className={classes.card}>
      <Cover
        src={toThumbnailUrl('books', book)}
        title={title}
        isRead={readProgress?.completed ?? false}
        hasError={analysisError !== null}
        progress={readProgress?.progressPercentage ?? null}
      />
      <span className={classes.title} title={title}>
        {title}
      </span>
      <span className={classes.line}>{isAtHome ? toNumber(book) : seriesName}</span>
    </Link>
  );
}
