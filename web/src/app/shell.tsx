// The frame of every page but the readers: header, navigation, account.
import { AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { LoadingState } from '../ui/states.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { NewVersion } from './new-version.tsx';
import { SearchBox } from './search-box.tsx';

export function Shell() {
  const t = useTranslate();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { href } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu that led there
  useEffect(close, [href]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#content">
        {t('app.toContent')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t(isOpen ? 'app.closeMenu' : 'app.openMenu')}
          />
          <Text component={Link} to="/" fw={700} fz="lg" visibleFrom="xs" c="inherit" td="none">
            Lectern
          </Text>
          <SearchBox />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <AppShell.Section grow style={{ overflowY: 'auto' }}>
          <Navigation />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <NewVersion />
        <Suspense fallback={<LoadingState />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}
