// All people, genres, tags, publishers or story arcs, with a search.
import { type NameKind, nameKinds, nameNouns } from '@lectern/contract/libraries/name-kinds';
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { libraries } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { LibraryHead } from '../libraries/index.tsx';
import { NameLink } from '../metadata/index.tsx';
import classes from './names.module.css';
import { allNames } from './queries.ts';

const waitMs = 150;

interface Props {
  kind: NameKind;
  /** Only names in this library. */
  libraryId: string | undefined;
}

export function NameList({ kind, libraryId }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), waitMs);
  const found = useInfiniteQuery(allNames(kind, { search, libraryId }));
  const known = useQuery(libraries);
  const library = known.data?.data.find(({ id }) => id === libraryId);
  const names = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const title = t(`names.all_${kind}`);
  return (
    <>
      {library && kind === 'author' && <LibraryHead library={library} tab="authors" />}
      <Group justify="space-between" mb="sm">
        <Title order={library ? 2 : 1} size={library ? 'h3' : 'h2'}>
          {title}{' '}
          {found.data && (
            <Text span c="dimmed" inherit fw={400}>
              {format.number(found.data.pages[0]?.total ?? 0)}
            </Text>
          )}
        </Title>
        <TextInput
          type="search"
          aria-label={t('names.search', { kind: title })}
          placeholder={t('names.search', { kind: title })}
          leftSection={<IconSearch size={16} />}
          value={text}
          maxLength={200}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Group>
      {!library && (
        <nav aria-label={t('names.kinds')} className={classes.kinds}>
          {nameKinds.map((one) => (
            <AnchorLink key={one} to={`/${nameNouns[one]}`} aria-current={one === kind ? 'page' : undefined}>
              {t(`names.all_${one}`)}
            </AnchorLink>
          ))}
        </nav>
      )}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState of={title} />}
      {found.data && names.length === 0 && (
        <EmptyState title={t(search ? 'names.nothingFound' : 'names.nothingYet')}>
          <Text c="dimmed">{t(search ? 'names.nothingFoundHint' : 'names.nothingYetHint')}</Text>
        </EmptyState>
      )}
      <ul aria-label={title} className={classes.names}>
        {names.map(({ id, name, seriesCount }) => (
          <li key={id}>
            <NameLink kind={kind} name={name} className={classes.name ?? ''}>
              <span className={classes.text}>{name}</span>
              <Text span c="dimmed" size="sm" aria-label={t('names.seriesCount', { count: seriesCount })}>
                {format.number(seriesCount)}
              </Text>
            </NameLink>
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('names.more')}
        </Button>
      )}
    </>
  );
}
