// The frame of every page except the readers: header, navigation, account, and a bottom bar on phones.
import { AppShell, Group, Text } from '@mantine/core';
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
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#content">
        {t('app.toContent')}
      </a>
      <AppShell.Header withBorder={false}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Link to="/" className={classes.home} aria-label="Lectern">
            <Logo />
            <Text component="span" visibleFrom="sm" className={classes.name}>
              Lectern
            </Text>
          </Link>
          <SearchBox search={search} />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" withBorder={false}>
        <AppShell.Section grow className={classes.menu}>
          <Navigation />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {children}
        <GlobalKeys />
      </AppShell.Main>
      <BottomNavigation isMenuOpen={isOpen} onMenu={toggle} onSearch={search.open} />
    </AppShell>
  );
}
