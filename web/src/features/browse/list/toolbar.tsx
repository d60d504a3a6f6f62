// The head of a list: title, count, sort, filter, view.
import { ActionIcon, Button, Group, Menu, Select, Text, Title, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsShuffle,
  IconArrowUp,
  IconBookmarkPlus,
  IconFilter,
  IconLayoutGrid,
  IconTable,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { countFilters } from '../../filters/index.tsx';
import { SavePreset } from '../../presets/index.tsx';
import classes from './list.module.css';
import { defaultSort, listSorts, readSort, toSort } from './sorts.ts';
import type { Browsing } from './use-browse.ts';
import { ViewMenu } from './view-menu.tsx';

interface Props {
  browsing: Browsing;
  /** Undefined if the page has another title. */
  title: string | undefined;
  total: number | undefined;
  onFilter(): void;
}

export function Toolbar({ browsing, title, total, onFilter }: Props) {
  const t = useTranslate();
  const { target, search, wish } = browsing;
  const [isSaving, setSaving] = useState(false);
  const format = useFormat();
  const filters = countFilters(target, search.filter);
  return (
    <div className={classes.toolbar}>
      <div className={classes.title}>
        {title !== undefined && (
          <Title order={1} size="h2">
            {title}
          </Title>
        )}
        <Text c="dimmed" size="sm" aria-live="polite">
          {total === undefined
            ? '…'
            : t(target === 'series' ? 'browse.seriesCount' : 'browse.bookCount', { count: total })}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.tools}>
        <Order browsing={browsing} />
        <Button
          variant={filters > 0 ? 'light' : 'default'}
          px={{ base: 'xs', sm: 'md' }}
          aria-label={filters > 0 ? t('browse.filterCount', { count: filters }) : t('browse.filter')}
          onClick={onFilter}
        >
          <IconFilter size={18} aria-hidden="true" />
          <span className={classes.wide}>{t('browse.filter')}</span>
          {filters > 0 && <span>&nbsp;({format.number(filters)})</span>}
        </Button>
        <Views browsing={browsing} />
        <Tooltip label={t('browse.savePreset')}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('browse.savePreset')}
            onClick={() => setSaving(true)}
          >
            <IconBookmarkPlus size={20} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {isSaving && (
        <SavePreset
          presetQuery={{
            scope: 'list',
            target,
            library: wish.library,
            q: wish.q,
            filter: wish.filter,
            sort: wish.sort,
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}

function Order({ browsing }: { browsing: Browsing }) {
  const t = useTranslate();
  const { target, search, wish, setSort } = browsing;
  const isBest = Boolean(search.q) && !wish.sort;
  const { field, direction } = readSort(target, wish.sort ?? defaultSort[target]) ?? {
    field: undefined,
    direction: 'asc' as const,
  };
  const options = listSorts(target).map((value) => ({ value, label: t(`browse.sort_${value}`) }));
  const best = search.q ? [{ value: 'relevance', label: t('browse.sort_relevance') }] : [];
  const turn = direction === 'asc' ? 'desc' : 'asc';
  const isRandom = field === 'random' && !isBest;
  return (
    <Group gap={4} wrap="nowrap" className={classes.ordering}>
      <Select
        aria-label={t('browse.order')}
        className={classes.order}
        data={[...best, ...options]}
        value={isBest ? 'relevance' : (field ?? null)}
        allowDeselect={false}
        maxDropdownHeight={360}
        onChange={(value) => {
          const next = listSorts(target).find((one) => one === value);
          setSort(next && toSort(target, next));
        }}
      />
      <Tooltip
        label={t(
          isRandom ? 'browse.shuffle' : direction === 'asc' ? 'browse.ascending' : 'browse.descending',
        )}
      >
        <ActionIcon
          variant="default"
          size={36}
          disabled={isBest || !field}
          aria-label={
            isRandom
              ? t('browse.shuffle')
              : t('browse.turnOrder', {
                  order: t(direction === 'asc' ? 'browse.ascending' : 'browse.descending'),
                })
          }
          onClick={() => field && setSort(toSort(target, field, isRandom ? 'asc' : turn))}
        >
          {isRandom && <IconArrowsShuffle size={18} />}
          {!isRandom && (direction === 'asc' ? <IconArrowUp size={18} /> : <IconArrowDown size={18} />)}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function Views({ browsing }: { browsing: Browsing }) {
  const t = useTranslate();
  const { view } = browsing;
  return (
    <Menu position="bottom-end" width={280} closeOnItemClick={false} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('browse.viewOptions')}
          title={t('browse.viewOptions')}
        >
          {view === 'grid' ? <IconLayoutGrid size={20} /> : <IconTable size={20} />}
        </ActionIcon>
      </Menu.Target>
      <ViewMenu browsing={browsing} />
    </Menu>
  );
}
