// The main navigation: lists, the user's own pages, libraries, presets, administration.
import { administrationPermissions } from '@lectern/contract/system/administration-values';
import { ActionIcon, Group, Text } from '@mantine/core';
import {
  IconBell,
  IconBook2,
  IconBookmarks,
  IconBooks,
  IconChartBar,
  IconCloudDownload,
  IconFolders,
  IconHeart,
  IconHighlight,
  IconHome,
  IconInbox,
  IconListNumbers,
  IconPlus,
  IconSettings,
  IconUpload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { libraries } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useDropFolder } from '../../features/drop-folder/index.tsx';
import { LibraryIcon, useLastTabs, useMenuHandlers } from '../../features/libraries/index.tsx';
import { PresetLinks, presets } from '../../features/presets/index.tsx';
import { useReleaseSummary } from '../../features/releases/index.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { toSideLink } from '../../ui/side-link.tsx';
import { PathLink, usePaths } from './path-link.tsx';

export function Navigation() {
  const t = useTranslate();
  const { pathname, search } = useLocation();
  // Items below a list that loads later would move under the user's finger.
  const isLoaded = [useQuery(libraries), useQuery(presets)].every(({ isPending }) => !isPending);
  const isKnown = useIsLate() || isLoaded;
  const isPlain = Object.keys(search).length === 0 || !(search.library || search.filter || search.q);
  return (
    <nav aria-label={t('app.navigation')}>
      <Link
        to="/"
        activeOptions={{ exact: true }}
        {...toSideLink({
          label: t('app.home'),
          icon: <IconHome size={18} />,
          isCurrent: pathname === '/' && isPlain,
        })}
      />
      <Link
        to="/series"
        activeOptions={{ exact: true }}
        {...toSideLink({
          label: t('app.allSeries'),
          icon: <IconBooks size={18} />,
          isCurrent: pathname === '/series' && isPlain,
        })}
      />
      <Link
        to="/books"
        activeOptions={{ exact: true }}
        {...toSideLink({
          label: t('app.allBooks'),
          icon: <IconBook2 size={18} />,
          isCurrent: pathname === '/books' && isPlain,
        })}
      />
      <NavigationItem path="/want-to-read" label={t('app.wantToRead')} icon={<IconHeart size={18} />} />
      <NavigationItem path="/collections" label={t('app.collections')} icon={<IconFolders size={18} />} />
      <NavigationItem path="/readlists" label={t('app.readLists')} icon={<IconListNumbers size={18} />} />
      <NavigationItem path="/notes" label={t('app.notes')} icon={<IconHighlight size={18} />} />
      {isKnown && (
        <>
          <Releases />
          <Libraries />
          <Heading words={t('app.presets')} />
          <PresetLinks />
          <Link
            to="/presets"
            {...toSideLink({
              label: t('app.managePresets'),
              icon: <IconBookmarks size={18} />,
              isCurrent: pathname === '/presets',
            })}
          />
          <Others />
        </>
      )}
    </nav>
  );
}

function Count({ of }: { of: number }) {
  const format = useFormat();
  return (
    <Text span size="xs" c="dimmed">
      {format.number(of)}
    </Text>
  );
}

/** With the number of new releases. Renders nothing if no plugin announces releases. */
function Releases() {
  const t = useTranslate();
  const { pathname } = useLocation();
  const data = useReleaseSummary();
  if (!data?.isAvailable) return null;
  return (
    <Link
      to="/releases"
      {...toSideLink({
        label: t('releases.title'),
        icon: <IconBell size={18} />,
        ...(data.newCount > 0 && { note: <Count of={data.newCount} /> }),
        isCurrent: pathname === '/releases',
      })}
    />
  );
}

/** With the number of waiting files. Renders nothing if the server has no drop folder. */
function DropFolder() {
  const t = useTranslate();
  const { pathname } = useLocation();
  const data = useDropFolder();
  if (!data?.isEnabled) return null;
  return (
    <Link
      to="/drop-folder"
      {...toSideLink({
        label: t('dropFolder.title'),
        icon: <IconInbox size={18} />,
        ...(data.waiting > 0 && { note: <Count of={data.waiting} /> }),
        isCurrent: pathname === '/drop-folder',
      })}
    />
  );
}

const patienceMs = 2_000;

/** True after a timeout, so that the rest of the menu does not wait longer for a slow or unreachable server. */
function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), patienceMs);
    return () => window.clearTimeout(timer);
  }, []);
  return isLate;
}

function Heading({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" px="sm" mt="md" mb={4} mih={24}>
      <Text size="xs" c="dimmed" fw={600} tt="uppercase">
        {words}
      </Text>
      {children}
    </Group>
  );
}

function Libraries() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data } = useQuery(libraries);
  const { search } = useLocation();
  const { toLink } = useLastTabs();
  const menu = useMenuHandlers();
  return (
    <>
      <Heading words={t('app.libraries')}>
        {hasPermission('libraries:write') && (
          <ActionIcon
            component={Link}
            to="/libraries/new"
            variant="subtle"
            size={24}
            aria-label={t('app.addLibrary')}
          >
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </Heading>
      {data?.data.map((library) => (
        <Link
          key={library.id}
          {...toLink(library.id)}
          {...menu(library.id)}
          {...toSideLink({
            label: library.name,
            icon: <LibraryIcon library={library} size={18} />,
            note: <Count of={library.seriesCount} />,
            isCurrent: search.library === library.id,
          })}
        />
      ))}
    </>
  );
}

/** The last group: statistics, downloads, administration. */
function Others() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const mayRun = hasPermission(...administrationPermissions);
  const paths = usePaths();
  if (!['/statistics', '/offline', '/upload', '/administration'].some((path) => paths.includes(path)))
    return null;
  return (
    <>
      <Heading words={t('app.more')} />
      <NavigationItem path="/statistics" label={t('app.statistics')} icon={<IconChartBar size={18} />} />
      <NavigationItem path="/offline" label={t('app.offline')} icon={<IconCloudDownload size={18} />} />
      {hasPermission('files:upload') && (
        <NavigationItem path="/upload" label={t('app.upload')} icon={<IconUpload size={18} />} />
      )}
      <DropFolder />
      {mayRun && (
        <NavigationItem
          path="/administration"
          label={t('app.administration')}
          icon={<IconSettings size={18} />}
        />
      )}
    </>
  );
}

/** An entry that is shown only if its page exists. */
function NavigationItem({ path, label, icon }: { path: string; label: string; icon: ReactNode }) {
  const { pathname, search } = useLocation();
  const paths = usePaths();
  // The collections of a library belong to the library.
  const isOfLibrary = path === '/collections' && pathname === path && search.library !== undefined;
  if (!paths.some((one) => one === path || one.startsWith(`${path}/`))) return null;
  return (
    <PathLink
      path={path}
      {...toSideLink({
        label,
        icon,
        isCurrent: !isOfLibrary && (pathname === path || pathname.startsWith(`${path}/`)),
      })}
    />
  );
}
