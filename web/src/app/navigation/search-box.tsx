// The search button of the header. The keys / and Ctrl+K also open the search palette.
import { Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import { administrationPermissions } from '../../features/administration/administration-permissions.ts';
import { loadPalette, SearchPalette } from '../../features/search/index.tsx';
import { useTranslate } from '../../i18n/translate.ts';
import { usePaths } from './path-link.tsx';
import classes from './search-box.module.css';
import { useShortcut } from './use-shortcut.ts';

/** Delay in milliseconds before the palette is preloaded. */
const idleMs = 2_000;

export function SearchBox() {
  const t = useTranslate();
  const { isOpen, setOpen, typed, setTyped } = useOpened();
  const navigation = useDestinations();
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
        onClick={() => setOpen(true)}
      >
        <IconSearch size={18} aria-hidden="true" />
        <Text component="span" size="sm" flex={1}>
          {t('app.search')}
        </Text>
        <Kbd visibleFrom="sm">/</Kbd>
      </UnstyledButton>
      {isOpen && (
        <SearchPalette
          destinations={navigation}
          typed={typed}
          setTyped={setTyped}
          onClose={() => setOpen(false)}
        />
      )}
    </search>
  );
}

/** Keys typed before the palette has loaded are not lost. */
function useOpened() {
  const [isOpen, show] = useState(false);
  const [typed, setTyped] = useState('');
  const isMeant = useRef(false);
  const setOpen = (next: boolean) => {
    isMeant.current = next;
    if (next) setTyped('');
    show(next);
  };
  const latest = useRef(setOpen);
  latest.current = setOpen;
  useShortcut('/', () => !isMeant.current && setOpen(true));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, altKey, target } = event;
      const hasModifier = event.ctrlKey || event.metaKey;
      if (key.toLowerCase() === 'k' && hasModifier && !altKey) {
        event.preventDefault();
        if (!isMeant.current) latest.current(true);
      } else if (
        isMeant.current &&
        key.length === 1 &&
        !hasModifier &&
        !(target instanceof HTMLInputElement)
      ) {
        event.preventDefault();
        setTyped((before) => before + key);
      }
    };
    // Runs in the capture phase, before the shortcut, so that the key that opens the palette is not typed into it.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
  return { isOpen, setOpen, typed, setTyped };
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
    { path: '/notes', label: t('app.notes') },
    { path: '/presets', label: t('app.presets') },
    { path: '/statistics', label: t('app.statistics') },
    { path: '/offline', label: t('app.offline') },
    { path: '/account', label: t('app.account') },
    ...(mayAdminister ? [{ path: '/administration', label: t('app.administration') }] : []),
  ];
  return all.filter(({ path }) => paths.includes(path));
}
