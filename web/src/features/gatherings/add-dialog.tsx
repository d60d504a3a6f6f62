// Puts series into a collection, or books into a read list: one that there is, or a new one.
import type { Gathering } from '@lectern/contract/gatherings';
import { Button, Group, Loader, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { tell, tellFault } from '../../ui/toasts.tsx';
import { useText as useUiText } from '../../ui/words/index.ts';
import classes from './gatherings.module.css';
import { addMembers, gatherings, type Kind, removeMember, toNoun } from './queries.ts';
import { useText } from './words/index.ts';

export interface AddProps {
  kind: Kind;
  /** Of the series or the books; at most 1,000. */
  ids: string[];
  /** What they are called in the note that says that it is done. */
  title: string;
  onClose(): void;
}

export function AddDialog({ kind, ids, title, onClose }: AddProps) {
  const t = useText();
  const ui = useUiText();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const found = useInfiniteQuery(gatherings(kind, search));
  const { add, create } = useAdd({ kind, ids, title, onClose });
  const all = found.data?.pages.flatMap(({ data }) => data).filter(({ automatic }) => !automatic) ?? [];
  const isNew = text.trim() !== '' && !all.some(({ name }) => name === text.trim());
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`${kind}_addTo`)}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('name')}
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
            {t(`${kind}_new`)}: {text.trim()}
          </Button>
        )}
        <ul className={classes.choices}>
          {all.map((one) => (
            <li key={one.id}>
              <UnstyledButton className={classes.choice} onClick={() => add.mutate(one)}>
                <Group justify="space-between" wrap="nowrap">
                  <span>{one.name}</span>
                  <Text span size="sm" c="dimmed">
                    {t(`${kind}_count`, { count: one.memberCount })}
                  </Text>
                </Group>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {found.hasNextPage && (
          <Button variant="default" onClick={() => void found.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

function useAdd({ kind, ids, title, onClose }: AddProps) {
  const t = useText();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [toNoun(kind)] });
  const settled = { onError: tellFault, onSettled: refresh };
  const undo = (gatheringId: string) => async () => {
    for (const id of ids) await removeMember(kind, gatheringId, id).catch(tellFault);
    await refresh();
  };
  /** What was in it before is not taken out again. */
  const told = ({ id, name, memberCount }: Gathering, countBefore: number) => {
    tell(t('added', { title, name }), memberCount === countBefore + ids.length ? undo(id) : undefined);
    onClose();
  };
  return {
    add: useMutation({
      ...settled,
      mutationFn: (one: Gathering) => addMembers(kind, one.id, ids),
      onSuccess: (changed, one) => told(changed, one.memberCount),
    }),
    create: useMutation({
      ...settled,
      mutationFn: (name: string) => call(`POST /api/v1/${kind}`, { body: { name, ids } }),
      onSuccess: (made) => told(made, 0),
    }),
  };
}
