// The head of a list: what it is, how many there are, in which order, as what, and narrowed to what.
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
import { countFilters } from '../../filters/index.tsx';
import { SavePreset } from '../../presets/index.tsx';
import { useText } from '../words/index.ts';
import classes from './list.module.css';
import { defaultSort, listSorts, readSort, toSort } from './sorts.ts';
import type { Browsing } from './use-browse.ts';
import { ViewMenu } from './view-menu.tsx';

interface Props {
  browsing: Browsing;
  title: string;
  total: number | undefined;
  onFilter(): void;
}

export function Toolbar({ browsing, title, total, onFilter }: Props) {
  const t = useText();
  const { target, search, wish } = browsing;
  const [isSaving, setSaving] = useState(false);
  const format = useFormat();
  const filters = countFilters(target, search.filter);
  return (
    <div className={classes.toolbar}>
      <div className={classes.title}>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed" size="sm" aria-live="polite">
          {total === undefined ? '…' : t(target === 'series' ? 'seriesCount' : 'bookCount', { count: total })}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.tools}>
        <Order browsing={browsing} />
        <Button
          variant={filters > 0 ? 'light' : 'default'}
          px={{ base: 'xs', sm: 'md' }}
          aria-label={filters > 0 ? t('filterCount', { count: filters }) : t('filter')}
          onClick={onFilter}
        >
          <IconFilter size={18} aria-hidden="true" />
          <span className={classes.wide}>{t('filter')}</span>
          {filters > 0 && <span>&nbsp;({format.number(filters)})</span>}
        </Button>
        <Views browsing={browsing} />
        <Tooltip label={t('savePreset')}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('savePreset')}
            onClick={() => setSaving(true)}
          >
            <IconBookmarkPlus size={20} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {isSaving && (
        <SavePreset
          wish={{
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
  const t = useText();
  const { target, search, wish, setSort } = browsing;
  const isBest = Boolean(search.q) && !wish.sort;
  const { field, direction } = readSort(target, wish.sort ?? defaultSort[target]) ?? {
    field: undefined,
    direction: 'asc' as const,
  };
  const options = listSorts(target).map((value) => ({ value, label: t(`sort_${value}`) }));
  const best = search.q ? [{ value: 'relevance', label: t('sort_relevance') }] : [];
  const turn = direction === 'asc' ? 'desc' : 'asc';
  const isRandom = field === 'random' && !isBest;
  return (
    <Group gap={4} wrap="nowrap" className={classes.ordering}>
      <Select
        aria-label={t('order')}
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
      <Tooltip label={t(isRandom ? 'shuffle' : direction === 'asc' ? 'ascending' : 'descending')}>
        <ActionIcon
          variant="default"
          size={36}
          disabled={isBest || !field}
          aria-label={
            isRandom
              ? t('shuffle')
              : t('turnOrder', { order: t(direction === 'asc' ? 'ascending' : 'descending') })
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
  const t = useText();
  const { view } = browsing;
  return (
    <Menu position="bottom-end" width={280} closeOnItemClick={false} withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('viewOptions')} title={t('viewOptions')}>
          {view === 'grid' ? <IconLayoutGrid size={20} /> : <IconTable size={20} />}
        </ActionIcon>
      </Menu.Target>
      <ViewMenu browsing={browsing} />
    </Menu>
  );
}
