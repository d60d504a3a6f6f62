// The head of the pages of a library: icon, name, menu, tabs.
import type { Library } from '@lectern/contract/libraries/libraries';
import { ActionIcon, Title } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { menuPermissions } from '../menu/library-menu-store.ts';
import { openMenuAt } from '../menu/use-menu-handlers.ts';
import { LibraryIcon } from './library-icon.tsx';
import classes from './place.module.css';
import { type LibraryTab, libraryTabs, listTabs, useLastTabs } from './tabs.ts';

export function LibraryHead({ library, tab }: { library: Library; tab: LibraryTab }) {
  const t = useTranslate();
  const hasMenu = usePermission()(...menuPermissions);
  const { remember } = useLastTabs();
  const { id, name, kind } = library;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is shown
  useEffect(() => remember(id, tab), [id, tab]);
  return (
    <div className={classes.place}>
      <div className={classes.head}>
        <span className={classes.icon}>
          <LibraryIcon library={library} size={28} />
        </span>
        <Title order={1} size="h2" className={classes.title ?? ''}>
          {name}
        </Title>
        {hasMenu && (
          <ActionIcon
            variant="default"
            size={36}
            aria-haspopup="menu"
            aria-label={t('ui.manage.actions', { name })}
            onClick={({ currentTarget }) => openMenuAt(id, currentTarget)}
          >
            <IconDots size={18} />
          </ActionIcon>
        )}
      </div>
      <nav className={classes.tabs} aria-label={t('libraries.tabs', { name })} onKeyDown={step}>
        {listTabs(kind).map(({ tab: one, label }) => (
          <Link
            key={one}
            to={libraryTabs[one].to}
            search={{ library: id }}
            className={classes.tab}
            activeProps={{}}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(label)}
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** The arrow keys, Home and End move the focus between tabs. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const tabs: HTMLElement[] = [...event.currentTarget.querySelectorAll('a')];
  const at = tabs.findIndex((tab) => tab.matches(':focus'));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  tabs.at(to % tabs.length)?.focus();
}
