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
  /** Heading above the first section of a group. */
  group?: string | undefined;
  /** At the end of the row. */
  badge?: ReactNode;
}

interface Props {
  title: string;
  /** URL of the list. */
  home: LinkProps['to'];
  sections: readonly Section[];
  /** The section that wide screens show at `home`. */
  first?: LinkProps['to'];
  children: ReactNode;
}

export function SectionedPage({ title, home, sections, first = home, children }: Props) {
  const t = useTranslate();
  const { pathname } = useLocation();
  const isHome = pathname.replace(/\/$/, '').endsWith(home ?? '');
  return (
    <div className={classes.both}>
      <nav className={isHome ? classes.listAtHome : classes.list} aria-label={title}>
        <Title order={1} size="h2" mb="xs" className={classes.phoneTitle}>
          {title}
        </Title>
        {toGroups(sections).map(({ group, members }) => (
          <div key={group ?? ''} {...(group && { role: 'group', 'aria-label': group })}>
            {group && (
              <Text size="xs" c="dimmed" fw={600} px="sm" mt="md" mb={4} aria-hidden="true">
                {group}
              </Text>
            )}
            {members.map(({ to, label, description, icon, badge }) => (
              <NavLink
                key={to}
                renderRoot={(props) => <Link to={to} {...props} />}
                label={label}
                description={isHome ? description : undefined}
                leftSection={icon}
                rightSection={
                  <>
                    {badge}
                    <IconChevronRight size={16} className={classes.chevron} />
                  </>
                }
                active={(isHome && to === first) || (to !== home && pathname.includes(to ?? ''))}
              />
            ))}
          </div>
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

/** Consecutive sections of the same group. */
function toGroups(sections: readonly Section[]): { group: string | undefined; members: Section[] }[] {
  const groups: { group: string | undefined; members: Section[] }[] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last && last.group === section.group) last.members.push(section);
    else groups.push({ group: section.group, members: [section] });
  }
  return groups;
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
