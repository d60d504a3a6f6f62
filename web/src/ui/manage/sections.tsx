// Pages with a side navigation. On a phone, the navigation is a separate page.
import { NavLink, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { ButtonLink } from '../links.tsx';
import classes from './sections.module.css';

export interface Section {
  to: LinkProps['to'];
  label: string;
  description?: string;
  icon: ReactNode;
}

interface Props {
  title: string;
  /** URL of the list. */
  home: LinkProps['to'];
  sections: readonly Section[];
  /** On wide screens, the first page lists the sections itself. */
  hasIndex?: boolean;
  children: ReactNode;
}

export function SectionedPage({ title, home, sections, hasIndex = false, children }: Props) {
  const t = useTranslate();
  const { pathname } = useLocation();
  const isHome = pathname.replace(/\/$/, '').endsWith(home ?? '');
  return (
    <div className={classes.both} data-index={(isHome && hasIndex) || undefined}>
      <nav className={isHome ? classes.listAtHome : classes.list} aria-label={title}>
        <Title order={1} size="h2" mb="xs" className={classes.phoneTitle}>
          {title}
        </Title>
        {sections.map(({ to, label, description, icon }) => (
          <NavLink
            key={to}
            renderRoot={(props) => <Link to={to} {...props} />}
            label={label}
            description={isHome ? description : undefined}
            leftSection={icon}
            rightSection={<IconChevronRight size={16} className={classes.chevron} />}
            active={to === home ? isHome : pathname.includes(to ?? '')}
          />
        ))}
      </nav>
      <Stack gap="lg" className={isHome ? classes.contentAtHome : classes.content}>
        {!isHome && (
          <ButtonLink
            to={home}
            className={classes.back}
            variant="subtle"
            size="compact-md"
            leftSection={<IconArrowLeft size={16} />}
          >
            {t('ui.manage.back', { place: title })}
          </ButtonLink>
        )}
        {children}
      </Stack>
    </div>
  );
}

/** A section of such a page. */
export function PageSection({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {text && (
            <Text component="div" c="dimmed" size="sm" maw={680}>
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </section>
  );
}
