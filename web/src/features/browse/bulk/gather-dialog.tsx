// Which collection or read list what is chosen goes into: one that there is, or a new one.
import type { ConditionTarget } from '@lectern/contract/condition-fields';
import { Autocomplete, Button, Group, Modal, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useText } from '../words/index.ts';
import { type Goal, toGatherings } from './gathering.ts';

interface Props {
  target: ConditionTarget;
  count: number;
  onChoose(goal: Goal): void;
  onClose(): void;
}

const waitMs = 200;

export function GatherDialog({ target, count, onChoose, onClose }: Props) {
  const t = useText();
  const noun = toGatherings(target);
  const [name, setName] = useState('');
  const [search] = useDebouncedValue(name.trim(), waitMs);
  const { data = [] } = useQuery({
    queryKey: [noun === 'collections' ? noun : 'read-lists', 'to-add', search],
    queryFn: async ({ signal }) => {
      const query = { pageSize: 50, ...(search && { search }) };
      return (await call(`GET /api/v1/${noun}`, { query }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });
  const open = data.filter(({ automatic }) => !automatic);
  const known = open.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(target === 'series' ? 'addToCollection' : 'addToReadList')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) onChoose(known ?? { name: name.trim() });
        }}
      >
        <Stack>
          <Autocomplete
            label={t(target === 'series' ? 'collection' : 'readList')}
            description={t('gatherHint')}
            data-autofocus
            required
            maxLength={200}
            data={open.map((one) => one.name)}
            filter={({ options }) => options}
            value={name}
            comboboxProps={{ zIndex: 500 }}
            onChange={setName}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!name.trim()}>
              {t(known ? 'addCount' : 'createWith', { count })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
