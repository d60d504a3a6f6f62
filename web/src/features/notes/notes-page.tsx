// The user's bookmarks, highlights and notes, the latest first, with search and filters.
import { findPageNumber, toMarkdownOfBooks } from '@lectern/contract/reading/annotation-markdown';
import type { OwnAnnotation } from '@lectern/contract/reading/annotations';
import { annotationColors } from '@lectern/contract/values';
import { Button, Card, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconBookmark, IconDownload, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink, ButtonLink } from '../../ui/links.tsx';
import { downloadText } from '../../ui/markdown/download-text.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import classes from './notes-page.module.css';
import { listAllOwn, ownAnnotations } from './queries.ts';
import { kinds, type NotesSearch } from './search.ts';

export function NotesPage() {
  const t = useTranslate();
  const search = useSearch({ from: '/signed-in/shell/notes' });
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const found = useInfiniteQuery(ownAnnotations(search));
  const change = (part: NotesSearch) =>
    void navigate({ to: '/notes', search: toSearch({ ...search, ...part }), replace: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ q: field.current?.value.trim() });
  };
  const total = found.data?.pages[0]?.total;
  return (
    <Stack gap="md" maw={800}>
      <Title order={1} size="h2">
        {t('notes.title')}
      </Title>
      <search>
        <form onSubmit={submit}>
          <TextInput
            key={search.q ?? ''}
            ref={field}
            defaultValue={search.q ?? ''}
            label={t('notes.search')}
            leftSection={<IconSearch size={16} />}
            type="search"
            maxLength={200}
          />
        </form>
      </search>
      <Group gap="md">
        <SegmentedControl
          aria-label={t('notes.kind')}
          value={search.kind ?? ''}
          onChange={(value) => change({ kind: kinds.find((one) => one === value) })}
          data={[
            { value: '', label: t('notes.all') },
            ...kinds.map((value) => ({ value, label: t(`notes.${value}`) })),
          ]}
        />
        <Group gap={4} role="group" aria-label={t('notes.color')}>
          {annotationColors.map((color) => (
            <button
              key={color}
              type="button"
              className={classes.color}
              data-color={color}
              aria-pressed={search.color === color}
              aria-label={t(`notes.${color}`)}
              title={t(`notes.${color}`)}
              onClick={() => change({ color: search.color === color ? undefined : color })}
            />
          ))}
        </Group>
      </Group>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState />}
      <Text size="sm" c="dimmed" aria-live="polite">
        {total !== undefined && total > 0 && t('notes.count', { count: total })}
      </Text>
      {total !== undefined && total > 0 && <Export search={search} />}
      {total === 0 && <Empty isFiltered={Object.keys(search).length > 0} />}
      <ul className={classes.list}>
        {found.data?.pages.flatMap(({ data }) =>
          data.map((annotation) => <NoteItem key={annotation.id} annotation={annotation} />),
        )}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('notes.more')}
        </Button>
      )}
    </Stack>
  );
}

/** Omits empty filters from the URL. */
const toSearch = (search: NotesSearch): NotesSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value));

/** All matching annotations, grouped by book. */
function Export({ search }: { search: NotesSearch }) {
  const t = useTranslate();
  const format = useFormat();
  const { act, isBusy } = useAction();
  const save = () =>
    act({
      async work() {
        const all = await listAllOwn(search);
        const labels = {
          title: t('notes.title'),
          bookmark: t('notes.bookmark'),
          percent: format.percent,
          page: (page: number) => t('reader.epub.pageOf', { page: String(page) }),
        };
        downloadText(`${t('notes.title')}.md`, toMarkdownOfBooks(all, labels));
        return all.length;
      },
      done: (count) => t('notes.exported', { count }),
    });
  return (
    <Group>
      <Button variant="default" leftSection={<IconDownload size={18} />} loading={isBusy} onClick={save}>
        {t('notes.export')}
      </Button>
    </Group>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslate();
  return (
    <EmptyState title={isFiltered ? t('notes.nothingFits') : t('notes.nothing')}>
      {!isFiltered && <Text>{t('notes.nothingHint')}</Text>}
    </EmptyState>
  );
}

function NoteItem({ annotation }: { annotation: OwnAnnotation }) {
  const t = useTranslate();
  const format = useFormat();
  const { id, bookId, bookTitle, seriesName, kind, color, text, note, locator, createdAt } = annotation;
  const { position, totalProgression } = locator.locations ?? {};
  const page = findPageNumber(locator);
  const where = [
    locator.title,
    page !== undefined && t('reader.epub.pageOf', { page: String(page) }),
    page === undefined && totalProgression != null && format.percent(totalProgression),
    format.date(createdAt),
  ];
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div className={classes.words}>
          <AnchorLink to="/books/$id" params={{ id: bookId }} fw={600}>
            {bookTitle}
          </AnchorLink>
          <Text size="xs" c="dimmed">
            {[seriesName, ...where].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <ButtonLink
          to="/books/$id/read"
          params={{ id: bookId }}
          // The EPUB reader uses the annotation id, other readers use the page.
          search={{ mark: id, ...(position && { page: position }) }}
          variant="light"
          size="compact-md"
          aria-label={t('notes.readThere', { title: bookTitle })}
        >
          {t('notes.read')}
        </ButtonLink>
      </Group>
      <blockquote
        className={classes.quote}
        data-color={kind === 'highlight' ? (color ?? 'yellow') : undefined}
      >
        {kind === 'bookmark' && <IconBookmark size={16} aria-label={t('notes.bookmark')} />}{' '}
        {text ?? t('notes.bookmark')}
      </blockquote>
      {note && (
        <Text className={classes.note} fs="italic">
          {note}
        </Text>
      )}
    </Card>
  );
}
