// Every preset of the caller: opened, renamed, pinned, put in order, deleted.
import type { FilterPreset } from '@lectern/contract/filter-presets';
import { ActionIcon, Group, Menu, Text, Title } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconPencil,
  IconPin,
  IconPinFilled,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { libraries } from '../../api/queries.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { FilterWords } from '../filters/pieces/index.tsx';
import { PresetLink } from './preset-link.tsx';
import classes from './presets.module.css';
import { presets, readCondition, toSorted } from './queries.ts';
import { RenamePreset } from './rename-preset.tsx';
import { usePresetActions } from './use-preset-actions.ts';
import { useText } from './words/index.ts';

export function PresetsPage() {
  const t = useText();
  const { data, error, refetch } = useQuery(presets);
  const [renamed, setRenamed] = useState<FilterPreset>();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('presets')} />;
  const all = toSorted(data);
  return (
    <>
      <Title order={1} size="h2" mb="xs">
        {t('presets')}
      </Title>
      {all.length === 0 ? (
        <EmptyState title={t('none')}>
          <Text c="dimmed">{t('noneHint')}</Text>
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {all.map((preset, at) => (
            <PresetRow
              key={preset.id}
              preset={preset}
              above={all[at - 1]}
              below={all[at + 1]}
              onRename={() => setRenamed(preset)}
            />
          ))}
        </ul>
      )}
      {renamed && <RenamePreset preset={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
}

interface RowProps {
  preset: FilterPreset;
  above: FilterPreset | undefined;
  below: FilterPreset | undefined;
  onRename(): void;
}

function PresetRow({ preset, above, below, onRename }: RowProps) {
  const t = useText();
  const actions = usePresetActions();
  const { data } = useQuery(libraries);
  const { name, pinned, target, libraryId, query } = preset;
  const library = data?.data.find(({ id }) => id === libraryId)?.name;
  const mayPass = (other: FilterPreset | undefined) => other && other.pinned === pinned;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <PresetLink preset={preset} className={classes.name}>
          {name}
        </PresetLink>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {[t(target), library, query && `“${query}”`].filter(Boolean).join(' · ')}
          {' · '}
          <FilterWords target={target} filter={readCondition(preset)} />
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          size={40}
          aria-pressed={pinned}
          aria-label={t('pinOf', { name })}
          onClick={() => actions.change(preset, { pinned: !pinned })}
        >
          {pinned ? <IconPinFilled size={20} /> : <IconPin size={20} />}
        </ActionIcon>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" size={40} aria-label={t('moreOf', { name })}>
              <IconDots size={20} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
              {t('rename')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowUp size={16} />}
              disabled={!mayPass(above)}
              onClick={() => above && actions.swap(preset, above)}
            >
              {t('up')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} />}
              disabled={!mayPass(below)}
              onClick={() => below && actions.swap(preset, below)}
            >
              {t('down')}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => actions.remove(preset)}
            >
              {t('remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
}
