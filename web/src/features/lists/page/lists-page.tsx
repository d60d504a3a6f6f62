// All collections, or all read lists.
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ListCard } from '../list-card.tsx';
import classes from '../lists.module.css';
import { type Kind, lists } from '../queries.ts';
import { ListForm } from './list-form.tsx';

interface Props {
  kind: Kind;
  /** Next to the button for a new list. */
  actions?: ReactNode;
  /** Only lists with members of this library, on its page. */
  libraryId?: string | undefined;
}

export function ListsPage({ kind, actions, libraryId }: Props) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const [isMaking, making] = useDisclosure(false);
  const found = useInfiniteQuery(lists(kind, search, libraryId));
  const all = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const isEmpty = found.data !== undefined && all.length === 0;
  return (
    <>
      <Group justify="space-between" mb="md">
        {libraryId === undefined ? (
          <Title order={1} size="h2">
            {t(`lists.${kind}`)}
          </Title>
        ) : (
          <span />
        )}
        <Group gap="xs">
          {(all.length > 0 || search) && (
            <TextInput
              type="search"
              aria-label={t('lists.search')}
              placeholder={t('lists.search')}
              leftSection={<IconSearch size={16} />}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          {hasPermission(`${kind}:write`) && (
            <>
              {actions}
              <Button leftSection={<IconPlus size={18} />} onClick={making.open}>
                {t(`lists.${kind}_new`)}
              </Button>
            </>
          )}
        </Group>
      </Group>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState of={t(`lists.${kind}`)} />}
      {isEmpty && (
        <EmptyState title={search ? t('lists.nothingFound') : t(`lists.${kind}_none`)}>
          {!search && <Text c="dimmed">{t(`lists.${kind}_noneHint`)}</Text>}
        </EmptyState>
      )}
      <ul className={classes.mosaics}>
        {all.map((one) => (
          <li key={one.id}>
            <ListCard kind={kind} list={one} />
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button variant="light" fullWidth mt="md" onClick={() => void found.fetchNextPage()}>
          {t('lists.more')}
        </Button>
      )}
      {isMaking && <ListForm kind={kind} onClose={making.close} />}
    </>
  );
}
