// All collections, or all read lists.
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../../api/use-may.ts';
import { Fault, Nothing, Waiting } from '../../../ui/states.tsx';
import { GatheringCard } from '../gathering-card.tsx';
import classes from '../gatherings.module.css';
import { gatherings, type Kind } from '../queries.ts';
import { useText } from '../words/index.ts';
import { GatheringForm } from './gathering-form.tsx';

interface Props {
  kind: Kind;
  /** Beside the button that makes a new one. */
  actions?: ReactNode;
}

export function GatheringsPage({ kind, actions }: Props) {
  const t = useText();
  const may = useMay();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const [isMaking, making] = useDisclosure(false);
  const found = useInfiniteQuery(gatherings(kind, search));
  const all = found.data?.pages.flatMap(({ data }) => data) ?? [];
  const isNone = found.data !== undefined && all.length === 0;
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          {t(kind)}
        </Title>
        <Group gap="xs">
          {(all.length > 0 || search) && (
            <TextInput
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<IconSearch size={16} />}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          {may(`${kind}:write`) && (
            <>
              {actions}
              <Button leftSection={<IconPlus size={18} />} onClick={making.open}>
                {t(`${kind}_new`)}
              </Button>
            </>
          )}
        </Group>
      </Group>
      {found.error && <Fault error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Waiting of={t(kind)} />}
      {isNone && (
        <Nothing title={search ? t('nothingFound') : t(`${kind}_none`)}>
          {!search && <Text c="dimmed">{t(`${kind}_noneHint`)}</Text>}
        </Nothing>
      )}
      <ul className={classes.mosaics}>
        {all.map((one) => (
          <li key={one.id}>
            <GatheringCard kind={kind} gathering={one} />
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button variant="light" fullWidth mt="md" onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {isMaking && <GatheringForm kind={kind} onClose={making.close} />}
    </>
  );
}
