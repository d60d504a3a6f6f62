// Series and books in the search palette.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Picture } from '../../ui/cards/picture.tsx';
import { type Item, isBook } from '../books/index.tsx';
import type { Option } from './option.ts';
import classes from './palette.module.css';
import { hasExact, hits } from './queries.ts';
import { addRecent } from './recent.ts';

const shown = 5;

export function useHits(q: string) {
  const isEnabled = q !== '';
  const toOption = useToOption(q);
  const series = useQuery({ ...hits('series', { q }, shown), enabled: isEnabled });
  const books = useQuery({ ...hits('books', { q }, shown), enabled: isEnabled });
  const isExact = hasExact(series.data, books.data);
  const found = isEnabled ? [series.data, books.data].filter((one) => one !== undefined) : [];
  const used = found.filter(({ correctedSearch }) => !isExact || correctedSearch === undefined);
  return {
    options: used.flatMap(({ data }) => data).map(toOption),
    corrected: used.find(({ correctedSearch }) => correctedSearch !== undefined)?.correctedSearch,
    // Until both kinds have answered, it is unknown whether the text itself has results.
    isPending: isEnabled && [series, books].some((one) => one.isPending || one.isPlaceholderData),
    error: isEnabled ? (series.error ?? books.error) : null,
  };
}

function useToOption(q: string) {
  const t = useTranslate();
  const navigate = useNavigate();
  return (hit: Item): Option => {
    const { id, title } = hit;
    const isBookHit = isBook(hit);
    return {
      id,
      group: t(isBookHit ? 'search.books' : 'search.series'),
      label: title,
      line: isBookHit ? hit.seriesName : t('search.bookCount', { count: hit.bookCount }),
      picture: (
        <Picture
          className={classes.cover}
          src={toThumbnailUrl(isBookHit ? 'books' : 'series', hit)}
          alt=""
          decoding="async"
        />
      ),
      run: () => {
        addRecent(q);
        void navigate({ to: isBookHit ? '/books/$id' : '/series/$id', params: { id } });
      },
    };
  };
}
