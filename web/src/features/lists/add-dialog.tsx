// Adds series to a collection, or books to a read list. The list can be new.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { Button, Group, Loader, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { type Added, addTo, createWith } from './adding.ts';
import classes from './lists.module.css';
import { type Kind, lists, toNoun } from './queries.ts';

export interface AddProps {
  kind: Kind;
  /** Ids of the series or books. */
  ids: readonly string[];
  /** Title for the toast of a single item. Several items are counted. */
  title?: string;
  onClose(): void;
  onDone?(): void;
}

export function AddDialog(props: AddProps) {
  const { kind, onClose } = props;
  const t = useTranslate();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const found = useInfiniteQuery(lists(kind, search));
  const { add, create } = useAdd(props);
  const all = found.data?.pages.flatMap(({ data }) => data).filter(({ automatic }) => !automatic) ?? [];
  const wanted = text.trim().toLowerCase();
  const isNew = wanted !== '' && !all.some(({ name }) => name.toLowerCase() === wanted);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`lists.${kind}_addTo`)}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('lists.name')}
          value={text}
          data-autofocus
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          rightSection={found.isFetching ? <Loader size={16} /> : null}
        />
        {isNew && (
          <Button
            variant="light"
            leftSection={<IconPlus size={16} />}
            loading={create.isPending}
            onClick={() => create.mutate(text.trim())}
          >
            {t(`lists.${kind}_new`)}: {text.trim()}
          </Button>
        )}
        <ul className={classes.choices}>
          {all.map((one) => (
            <li key={one.id}>
              <UnstyledButton
                className={classes.choice}
                disabled={add.isPending}
                onClick={() => add.mutate(one)}
              >
                <Group justify="space-between" wrap="nowrap">
                  <span>{one.name}</span>
                  <Text span size="sm" c="dimmed">
                    {t(`lists.${kind}_count`, { count: one.memberCount })}
                  </Text>
                </Group>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {found.hasNextPage && (
          <Button variant="default" onClick={() => void found.fetchNextPage()}>
            {t('lists.more')}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

function useAdd({ kind, ids, title, onClose, onDone }: AddProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [toNoun(kind)] });
  const settled = { onError: showError, onSettled: refresh };
  const showAdded = ({ count, undo }: Added, name: string) => {
    const back = async () => {
      await undo?.().catch(showError);
      await refresh();
    };
    showToast(
      title === undefined ? t('lists.addedCount', { count, name }) : t('lists.added', { title, name }),
      undo && back,
    );
    onClose();
    onDone?.();
  };
  return {
    add: useMutation({
      ...settled,
      mutationFn: ({ id }: SharedList) => addTo(kind, id, ids),
      onSuccess: (added, { name }) => showAdded(added, name),
    }),
    create: useMutation({
      ...settled,
      mutationFn: (name: string) => createWith(kind, name, ids),
      onSuccess: showAdded,
    }),
  };
}
