// All presets of the user: open, rename, pin, sort, delete.
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { ActionIcon, Box, Group, Menu, Text, Title } from '@mantine/core';
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
import { useTranslate } from '../../i18n/translate.ts';
import { Rows } from '../../ui/manage/rows.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { FilterSummary } from '../filters/pieces/index.tsx';
import { PresetLink } from './preset-link.tsx';
import classes from './presets.module.css';
import { presets, toSearch, toSorted } from './queries.ts';
import { RenamePreset } from './rename-preset.tsx';
import { usePresetActions } from './use-preset-actions.ts';

export function PresetsPage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(presets);
  const [renamed, setRenamed] = useState<FilterPreset>();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('presets.presets')} />;
  const all = toSorted(data);
  return (
    <>
      <Title order={1} size="h2" mb="xs">
        {t('presets.presets')}
      </Title>
      {all.length === 0 ? (
        <EmptyState title={t('presets.none')}>
          <Text c="dimmed">{t('presets.noneHint')}</Text>
        </EmptyState>
      ) : (
        <Box maw="60rem">
          <Rows label={t('presets.presets')}>
            {all.map((preset, at) => (
              <PresetRow
                key={preset.id}
                preset={preset}
                above={all[at - 1]}
                below={all[at + 1]}
                onRename={() => setRenamed(preset)}
              />
            ))}
          </Rows>
        </Box>
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
  const t = useTranslate();
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
          {[t(`presets.${target}`), library, query && `“${query}”`].filter(Boolean).join(' · ')}
          {' · '}
          <FilterSummary target={target} filter={toSearch(preset).filter} />
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          size={40}
          aria-pressed={pinned}
          aria-label={t('presets.pinOf', { name })}
          onClick={() => actions.change(preset, { pinned: !pinned })}
        >
          {pinned ? <IconPinFilled size={20} /> : <IconPin size={20} />}
        </ActionIcon>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" size={40} aria-label={t('presets.moreOf', { name })}>
              <IconDots size={20} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
              {t('presets.rename')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowUp size={16} />}
              disabled={!mayPass(above)}
              onClick={() => above && actions.swap(preset, above)}
            >
              {t('presets.up')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} />}
              disabled={!mayPass(below)}
              onClick={() => below && actions.swap(preset, below)}
            >
              {t('presets.down')}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => actions.remove(preset)}
            >
              {t('presets.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
}
