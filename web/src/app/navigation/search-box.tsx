// The search button of the header, and the search palette that it opens.
import { nameKinds, nameNouns } from '@lectern/contract/libraries/name-kinds';
import { administrationPermissions } from '@lectern/contract/system/administration-values';
import { Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import { loadPalette, SearchPalette } from '../../features/search/index.tsx';
import { useTranslate } from '../../i18n/translate.ts';
import { usePaths } from './path-link.tsx';
import classes from './search-box.module.css';
import type { SearchPaletteState } from './use-search-palette.ts';

/** Delay in milliseconds before the palette is preloaded. */
const idleMs = 2_000;

export function SearchBox({ search }: { search: SearchPaletteState }) {
  const t = useTranslate();
  const destinations = useDestinations();
  const { isOpen, open, close, typed, setTyped, holder } = search;
  useEffect(() => {
    const timer = window.setTimeout(() => void loadPalette(), idleMs);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <search className={classes.search}>
      <UnstyledButton
        className={classes.box}
        aria-label={t('app.searchAll')}
        aria-keyshortcuts="/ Control+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconSearch size={18} aria-hidden="true" />
        <Text component="span" size="sm" flex={1}>
          {t('app.search')}
        </Text>
        <Kbd visibleFrom="sm">/</Kbd>
      </UnstyledButton>
      <input
        ref={holder}
        className={classes.holder}
        aria-hidden="true"
        tabIndex={-1}
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {isOpen && (
        <SearchPalette destinations={destinations} typed={typed} setTyped={setTyped} onClose={close} />
      )}
    </search>
  );
}

/** The pages that the palette offers: those that exist and that the user may open. */
function useDestinations() {
  const t = useTranslate();
  const paths = usePaths();
  const mayAdminister = usePermission()(...administrationPermissions);
  const all = [
    { path: '/', label: t('app.home') },
    { path: '/series', label: t('app.allSeries') },
    { path: '/books', label: t('app.allBooks') },
    { path: '/want-to-read', label: t('app.wantToRead') },
    { path: '/collections', label: t('app.collections') },
    { path: '/readlists', label: t('app.readLists') },
    ...nameKinds.map((kind) => ({ path: `/${nameNouns[kind]}`, label: t(`names.all_${kind}`) })),
    { path: '/notes', label: t('app.notes') },
    { path: '/presets', label: t('app.presets') },
    { path: '/statistics', label: t('app.statistics') },
    { path: '/offline', label: t('app.offline') },
    { path: '/account', label: t('app.account') },
    ...(mayAdminister ? [{ path: '/administration', label: t('app.administration') }] : []),
  ];
  return all.filter(({ path }) => paths.includes(path));
}
