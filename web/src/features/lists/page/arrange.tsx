// The members of a collection or read list as a list: sort, remove, find and add.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { ActionIcon, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { SortableList } from '../../../ui/sortable/sortable-list.tsx';
import { useSortableWords } from '../../../ui/sortable/use-sortable-words.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type Kind, toNoun } from '../queries.ts';
import { type Member, useArrange } from './use-list.ts';

export interface ArrangeProps<M extends Member> {
  /** All members in order. */
  load(id: string, signal: AbortSignal): Promise<M[]>;
  find(text: string, signal: AbortSignal): Promise<Member[]>;
  render(member: M): ReactNode;
}

interface Props<M extends Member> extends ArrangeProps<M> {
  kind: Kind;
  list: SharedList;
}

export function Arrange<M extends Member>({ kind, list, load, find, render }: Props<M>) {
  const t = useTranslate();
  const queryKey: QueryKey = [toNoun(kind), 'all-members', list.id];
  const found = useQuery(queryOptions({ queryKey, queryFn: ({ signal }) => load(list.id, signal) }));
  const { order, remove, add } = useArrange(kind, list);
  const members = found.data ?? [];
  const before = members.map(({ id }) => id);
  const words = useSortableWords(members.length);
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState of={t(`lists.${kind}_members`)} />;
  return (
    <Stack gap="lg">
      <SortableList
        items={members}
        label={t(`lists.${kind}_members`)}
        words={words}
        onOrder={list.ordered ? (ids) => order.mutate({ ids, before }) : undefined}
        render={render}
        actions={(member) => (
          <ActionIcon
            variant="subtle"
            color="red"
            size={36}
            aria-label={t('lists.removeNamed', { title: member.title })}
            onClick={() => remove.mutate({ member, before })}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      />
      <FindMore kind={kind} known={before} find={find} onAdd={(member) => add.mutate(member)} />
    </Stack>
  );
}

interface FindProps {
  kind: Kind;
  known: readonly string[];
  find(text: string, signal: AbortSignal): Promise<Member[]>;
  onAdd(member: Member): void;
}

function FindMore({ kind, known, find, onAdd }: FindProps) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const found = useQuery({
    queryKey: [toNoun(kind), 'candidates', search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: search !== '',
  });
  return (
    <Stack gap="xs" maw={560}>
      <TextInput
        type="search"
        label={t(`lists.${kind}_find`)}
        leftSection={<IconSearch size={16} />}
        rightSection={found.isFetching ? <Loader size={16} /> : null}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {search !== '' && found.data?.length === 0 && <Text c="dimmed">{t('lists.nothingFound')}</Text>}
      {search !== '' &&
        found.data?.map((member) => (
          <Group key={member.id} justify="space-between" wrap="nowrap">
            <Text truncate>{member.title}</Text>
            {known.includes(member.id) ? (
              <Text size="sm" c="dimmed">
                {t('lists.isIn')}
              </Text>
            ) : (
              <Button
                size="xs"
                variant="light"
                leftSection={<IconPlus size={14} />}
                aria-label={t('lists.addedTo', { title: member.title })}
                onClick={() => onAdd(member)}
              >
                {t('lists.add')}
              </Button>
            )}
          </Group>
        ))}
    </Stack>
  );
}
