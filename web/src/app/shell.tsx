// The frame of every page but the readers: where one is, where one can go, who one is.
import { AppShell, Burger, Group, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { type FormEvent, Suspense, useEffect, useRef } from 'react';
import { Waiting } from '../ui/states.tsx';
import { AccountMenu } from './account-menu.tsx';
import { NewVersion } from './new-version.tsx';
import { Places } from './places.tsx';
import { useShortcut } from './use-shortcut.ts';
import { useText } from './words/index.ts';

export function Shell() {
  const t = useText();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu that led there
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#content">
        {t('toContent')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t(isOpen ? 'closeMenu' : 'openMenu')}
          />
          <Text component={Link} to="/" fw={700} fz="lg" visibleFrom="xs" c="inherit" td="none">
            Lectern
          </Text>
          <Search />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <AppShell.Section grow component={ScrollArea}>
          <Places />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <NewVersion />
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

/** One key leads here from everywhere. */
function Search() {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { search } = useLocation();
  useShortcut('/', () => field.current?.focus());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = field.current?.value.trim();
    void navigate({ to: '/series', search: q ? { q } : {} });
  };
  return (
    <search style={{ flex: 1 }}>
      <form onSubmit={submit}>
        <TextInput
          key={search.q ?? ''}
          ref={field}
          defaultValue={search.q ?? ''}
          maw={420}
          mx="auto"
          placeholder={t('search')}
          aria-label={t('searchSeries')}
          leftSection={<IconSearch size={16} />}
          type="search"
        />
      </form>
    </search>
  );
}
