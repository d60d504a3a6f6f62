// A series in a grid: cover, title, counts.
import type { Series } from '@lectern/contract/libraries/series';
import { Link } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from '../../../ui/cards/card.module.css';
import { Cover } from '../../../ui/cards/cover.tsx';
import { ItemCard } from './item-card.tsx';

export function SeriesCard({ series }: { series: Series }) {
  const t = useTranslate();
  const { id, title, bookCount, unreadCount, year, publisher, thumbHash } = series;
  const read = bookCount - unreadCount;
  return (
    <ItemCard item={series}>
      <Link to="/series/$id" params={{ id }} className={classes.card}>
        <Cover
          src={toThumbnailUrl('series', series)}
          title={title}
          line={publisher}
          thumbHash={thumbHash}
          isRead={unreadCount === 0}
          count={unreadCount}
          progress={read > 0 ? read / bookCount : null}
        />
        <span className={classes.caption}>
          <span className={classes.title} title={title}>
            {title}
          </span>
          <span className={classes.line}>
            {[year, t('series.bookCount', { count: bookCount })].filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
    </ItemCard>
  );
}
