// The frame of every page except the readers: header, navigation, account, and a bottom bar on phones.
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { CardActionsContext } from '../features/books/index.tsx';
import { CardActions, ItemMenuHost } from '../features/item-menu/index.tsx';
import { LibraryMenuHost } from '../features/libraries/index.tsx';
import { useTranslate } from '../i18n/translate.ts';
import { LoadingState } from '../ui/states.tsx';
import { AccountMenu } from './accounts/account-menu.tsx';
import { Logo } from './logo.tsx';
import { AttentionBell } from './navigation/attention-bell.tsx';
import { BottomNavigation } from './navigation/bottom-navigation.tsx';
import { GlobalKeys } from './navigation/global-keys.tsx';
import { Navigation } from './navigation/navigation.tsx';
import { SearchBox } from './navigation/search-box.tsx';
import { useSearchPalette } from './navigation/use-search-palette.ts';
import { NewVersion } from './new-version.tsx';
import classes from './shell.module.css';

export const Shell = () => (
  <Frame>
    <NewVersion />
    <CardActionsContext value={CardActions}>
      <Suspense fallback={<LoadingState />}>
        <Outlet />
      </Suspense>
    </CardActionsContext>
    <ItemMenuHost />
    <LibraryMenuHost />
  </Frame>
);

export function Frame({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { href } = useLocation();
  const search = useSearchPalette();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(close, [href]);
  return (
    <>
      <a className="skip-link" href="#content">
        {t('app.toContent')}
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.home} aria-label="Lectern">
          <Logo />
          <Text component="span" visibleFrom="sm" className={classes.name}>
            Lectern
          </Text>
        </Link>
        <SearchBox search={search} />
        <AttentionBell />
        <AccountMenu />
      </header>
      <nav className={classes.menu} data-open={isOpen || undefined}>
        <Navigation />
      </nav>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
        <GlobalKeys />
      </main>
      <BottomNavigation isMenuOpen={isOpen} onMenu={toggle} onSearch={search.open} />
    </>
  );
}
