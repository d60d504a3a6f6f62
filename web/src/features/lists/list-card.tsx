// A collection or read list in a grid: cover mosaic, name, count.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { Link } from '@tanstack/react-router';
import { useTranslate } from '../../i18n/translate.ts';
import classes from '../../ui/cards/card.module.css';
import { Cover } from '../../ui/cards/cover.tsx';
import { type Kind, toMosaicUrl } from './queries.ts';

export function ListCard({ kind, list }: { kind: Kind; list: SharedList }) {
  const t = useTranslate();
  const { id, name, memberCount, automatic } = list;
  const line = [t(`lists.${kind}_count`, { count: memberCount }), automatic && t('lists.automatic')].filter(
    Boolean,
  );
  return (
    <Link
      to={kind === 'collections' ? '/collections/$id' : '/readlists/$id'}
      params={{ id }}
      className={classes.card}
    >
      <Cover src={memberCount > 0 ? toMosaicUrl(kind, list) : ''} title={name} thumbHash={list.thumbHashes} />
      <span className={classes.title} title={name}>
        {name}
      </span>
      <span className={classes.line}>{line.join(' · ')}</span>
    </Link>
  );
}
