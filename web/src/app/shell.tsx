// The frame of every page but the readers: where one is, where one can go, who one is.
import { ActionIcon, AppShell, Burger, Group, NavLink, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBooks, IconHome, IconLibrary, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { type FormEvent, Suspense, useEffect, useRef } from 'react';
import { libraries, me } from '../api/queries.ts';
import { useFormat } from '../i18n/format.ts';
import { Waiting } from '../ui/states.tsx';
import { AccountMenu } from './account-menu.tsx';
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
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

function Places() {
  const t = useText();
  const format = useFormat();
  const { data } = useQuery(libraries);
  const { data: user } = useQuery(me);
  const { pathname, search } = useLocation();
  const isAll = pathname === '/series' && !search.library;
  const mayAdd = user?.permissions.includes('libraries:write') ?? false;
  return (
    <nav aria-label={t('places')}>
      <NavLink
        component={Link}
        to="/"
        label={t('home')}
        leftSection={<IconHome size={18} />}
        active={pathname === '/'}
      />
      <NavLink
        component={Link}
        to="/series"
        label={t('allSeries')}
        leftSection={<IconBooks size={18} />}
        active={isAll}
      />
      <Group justify="space-between" px="sm" mt="md" mb={4}>
        <Text size="xs" c="dimmed" fw={600} tt="uppercase">
          {t('libraries')}
        </Text>
        {mayAdd && (
          <ActionIcon
            component={Link}
            to="/libraries/new"
            variant="subtle"
            size="sm"
            aria-label={t('addLibrary')}
          >
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </Group>
      {data?.data.map((library) => (
        <NavLink
          key={library.id}
          renderRoot={(props) => <Link to="/series" search={{ library: library.id }} {...props} />}
          label={library.name}
          leftSection={<IconLibrary size={18} />}
          rightSection={
            <Text size="xs" c="dimmed">
              {format.number(library.seriesCount)}
            </Text>
          }
          active={search.library === library.id}
        />
      ))}
    </nav>
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
