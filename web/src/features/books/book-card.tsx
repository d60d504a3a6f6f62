// A book among others: cover, title, where it belongs, how far it was read.
import type { BookDto } from '@lectern/contract/books';
import { Link } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../api/call.ts';
import classes from '../../ui/card.module.css';
import { Cover } from '../../ui/cover.tsx';

export function BookCard({ book }: { book: BookDto }) {
  const { id, title, seriesName, readProgress } = book;
  return (
    <Link to="/books/$id" params={{ id }} className={classes.card}>
      <Cover
        src={toThumbnailUrl('books', book)}
        title={title}
        isRead={readProgress?.completed ?? false}
        progress={readProgress?.progressPercentage ?? null}
      />
      <span className={classes.title} title={title}>
        {title}
      </span>
      <span className={classes.line}>{seriesName}</span>
    </Link>
  );
}
