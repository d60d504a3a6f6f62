// New books of one series as one card: the newest cover and the number of other books.
import { Link } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from '../../../ui/cards/card.module.css';
import { Cover } from '../../../ui/cards/cover.tsx';
import type { SeriesGroup } from './group.ts';
import own from './group-card.module.css';

export function GroupCard({ group: { book, count } }: { group: SeriesGroup }) {
  const t = useTranslate();
  const { seriesId, seriesName, thumbHash } = book;
  return (
    <Link to="/series/$id" params={{ id: seriesId }} className={classes.card}>
      <span className={own.stack}>
        <Cover
          src={toThumbnailUrl('books', book)}
          title={seriesName}
          thumbHash={thumbHash}
          more={count - 1}
        />
      </span>
      <span className={classes.caption}>
        <span className={classes.title} title={seriesName}>
          {seriesName}
        </span>
        <span className={classes.line}>{t('home.newBooks', { count })}</span>
      </span>
    </Link>
  );
}
