// One book: metadata, progress, actions, file.
import type { BookFormat } from '@lectern/contract/libraries/book-files';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { Alert, Breadcrumbs, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { toThumbnailUrl } from '../../../api/call.ts';
import { neighbours, oneBook } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Cover } from '../../../ui/cards/cover.tsx';
import heroClasses from '../../../ui/cards/hero.module.css';
import { Hero } from '../../../ui/cards/hero.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { AnalysisProgress } from '../../analysis/index.tsx';
import { FindMetadata } from '../../matching/index.tsx';
import { ExternalLinks, People, Summary, ValueLinks } from '../../metadata/index.tsx';
import { BookHistory } from '../../statistics/index.tsx';
import { useBookNumber } from '../book-number.ts';
import { NextCard } from '../next-card.tsx';
import { SimilarSeries } from '../similar-series.tsx';
import { BookActions } from './book-actions.tsx';
import { BookErrors } from './book-errors.tsx';
import { BookFacts, FileFacts } from './book-facts.tsx';
import { BookFormats } from './book-formats.tsx';
import { FileHistory } from './file-history.tsx';
import { Neighbours } from './neighbours.tsx';

export function BookPage() {
  const t = useTranslate();
  const { id } = useParams({ from: '/signed-in/shell/books/$id' });
  const found = useQuery(oneBook(id));
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState of={t('books.theBook')} />;
  return <Found key={id} {...found.data} />;
}

interface FoundProps {
  book: BookDto;
  metadata: BookMetadata | null;
  formats: readonly BookFormat[];
}

function Found({ book, metadata, formats }: FoundProps) {
  const t = useTranslate();
  const toNumber = useBookNumber();
  const next = useQuery(neighbours(book.id)).data?.next;
  const cover = toThumbnailUrl('books', book);
  const isRead = book.readProgress?.completed ?? false;
  const subtitles = [metadata?.subtitle, metadata?.originalTitle, toNumber(book)].filter(
    (one): one is string => Boolean(one) && one !== book.title,
  );
  return (
    <Stack gap="lg" className={heroClasses.page ?? ''}>
      <Breadcrumbs>
        <AnchorLink to="/series" search={{ library: book.libraryId }} lh={1.5}>
          {book.libraryName}
        </AnchorLink>
        <AnchorLink to="/series/$id" params={{ id: book.seriesId }} lh={1.5}>
          {book.seriesName}
        </AnchorLink>
      </Breadcrumbs>
      <Hero
        thumbHash={book.thumbHash}
        title={book.title}
        subtitles={subtitles}
        aside={next ? <NextCard book={next} /> : null}
        cover={
          <Cover
            src={cover}
            title={book.title}
            line={metadata?.authors.map(({ name }) => name).join(', ') || book.seriesName}
            thumbHash={book.thumbHash}
            hasError={book.analysisError !== null}
            isRead={isRead}
            progress={book.readProgress?.progressPercentage ?? null}
          />
        }
      >
        <Stack gap="md" mt="sm">
          <Where book={book} />
          <BookActions book={book} />
          <BookFormats id={book.id} formats={formats} />
          <AnalysisProgress of={{ noun: 'books', id: book.id }} />
          {book.deleted && <Alert color="orange">{t('books.gone')}</Alert>}
          <BookErrors book={book} />
          <Summary text={metadata?.summary} />
          {isUndescribed(metadata) && <FindMetadata noun="books" id={book.id} title={book.title} />}
          {metadata && <People authors={metadata.authors} />}
          <ValueLinks kind="genre" words={metadata?.genres ?? []} label={t('metadata.field_genres')} />
          <ValueLinks kind="tag" words={metadata?.tags ?? []} label={t('metadata.field_tags')} />
          <ExternalLinks links={metadata?.externalLinks ?? []} />
        </Stack>
      </Hero>
      <div className={heroClasses.facts}>
        {metadata && (
          <section aria-label={t('books.details')}>
            <Title order={2} size="h4" mb="xs">
              {t('books.details')}
            </Title>
            <BookFacts book={book} metadata={metadata} />
          </section>
        )}
        <section aria-label={t('books.file')}>
          <Title order={2} size="h4" mb="xs">
            {t('books.file')}
          </Title>
          <FileFacts book={book} />
        </section>
      </div>
      <Neighbours book={book} />
      <SimilarSeries id={book.seriesId} />
      <BookHistory id={book.id} />
      <FileHistory id={book.id} />
    </Stack>
  );
}

const isUndescribed = (metadata: BookMetadata | null): boolean =>
  !metadata || (!metadata.summary && metadata.authors.length === 0);

/** The reading progress. */
function Where({ book: { readProgress, pageCount } }: { book: BookDto }) {
  const t = useTranslate();
  const format = useFormat();
  if (!readProgress)
    return pageCount > 0 ? <Text c="dimmed">{t('books.pages', { count: pageCount })}</Text> : null;
  const { completed, completedAt, currentPage, progressPercentage, updatedAt } = readProgress;
  if (completed)
    return <Text c="dimmed">{t('books.finished', { date: format.date(completedAt ?? updatedAt) })}</Text>;
  const share = progressPercentage ?? (pageCount > 0 ? currentPage / pageCount : 0);
  const percent = format.percent(share);
  const words =
    pageCount > 0
      ? t('books.progress', { page: format.number(currentPage), count: format.number(pageCount), percent })
      : percent;
  return (
    <div>
      <Progress value={share * 100} aria-label={words} maw={420} />
      <Text size="sm" c="dimmed" mt={4}>
        {words} · {t('books.lastRead', { ago: format.ago(updatedAt) })}
      </Text>
    </div>
  );
}
