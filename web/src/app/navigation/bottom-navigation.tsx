// The navigation bar at the bottom of phones: the most used pages, and all others under More.
import { IconBooks, IconCloudDownload, IconHome, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import classes from './bottom-navigation.module.css';
import { PathLink } from './path-link.tsx';

/** Browsing pages belong to Libraries. */
const belowLibraries = [
  ...['/libraries', '/series', '/books', '/collections', '/readlists', '/want-to-read'],
  ...['/authors', '/genres', '/tags', '/publishers', '/story-arcs'],
];

interface Props {
  isMenuOpen: boolean;
  onMenu(): void;
  onSearch(): void;
}

export function BottomNavigation({ isMenuOpen, onMenu, onSearch }: Props) {
  const t = useTranslate();
  const { pathname } = useLocation();
  return (
    <nav className={classes.bar} data-bottom-navigation aria-label={t('app.mainPages')}>
      <NavigationLink path="/" label={t('app.home')} icon={<IconHome />} isDimmed={isMenuOpen} />
      <NavigationLink
        path="/libraries"
        all={belowLibraries}
        label={t('app.libraries')}
        icon={<IconBooks />}
        isDimmed={isMenuOpen}
      />
      <button
        type="button"
        className={classes.item}
        aria-haspopup="dialog"
        data-active={(pathname === '/search' && !isMenuOpen) || undefined}
        onClick={onSearch}
      >
        <IconSearch aria-hidden="true" />
        <span>{t('app.search')}</span>
      </button>
      <NavigationLink
        path="/offline"
        label={t('app.offline')}
        icon={<IconCloudDownload />}
        isDimmed={isMenuOpen}
      />
      <button
        type="button"
        className={classes.item}
        aria-expanded={isMenuOpen}
        aria-label={t('app.morePages')}
        data-active={isMenuOpen || undefined}
        onClick={onMenu}
      >
        <IconMenu2 aria-hidden="true" />
        <span>{t('app.more')}</span>
      </button>
    </nav>
  );
}

interface NavigationLinkProps {
  path: string;
  /** Paths for which the entry is current. By default, its own path. */
  all?: readonly string[];
  label: string;
  icon: ReactNode;
  /** Whether its menu is open, which makes it the current entry. */
  isDimmed: boolean;
}

function NavigationLink({ path, all = [path], label, icon, isDimmed }: NavigationLinkProps) {
  const { pathname, search } = useLocation();
  const isOfLibrary = pathname === '/' && search.library !== undefined;
  const isBelow = (one: string) => pathname === one || (one !== '/' && pathname.startsWith(`${one}/`));
  const isCurrent = isOfLibrary ? path === '/libraries' : all.some(isBelow);
  return (
    <PathLink
      path={path}
      className={classes.item}
      {...(isCurrent && { 'aria-current': pathname === path ? 'page' : 'true' })}
      data-active={(isCurrent && !isDimmed) || undefined}
    >
      {icon}
      <span>{label}</span>
    </PathLink>
  );
}
