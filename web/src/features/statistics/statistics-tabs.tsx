// Links between the pages of the statistics, below their title.
import { Group, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/links.tsx';

interface Props {
  title: string;
  /** Next to the title. */
  children?: ReactNode;
}

export function StatisticsHead({ title, children }: Props) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { pathname } = useLocation();
  const tabs = [
    { to: '/statistics', label: t('statistics.mine') },
    { to: '/statistics/review', label: t('statistics.review') },
    ...(hasPermission('system:health')
      ? [{ to: '/statistics/server', label: t('statistics.server') } as const]
      : []),
  ] as const;
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Title order={1} size="h2">
          {title}
        </Title>
        {children}
      </Group>
      <Group component="nav" aria-label={t('statistics.title')} gap="xs">
        {tabs.map(({ to, label }) => {
          const isCurrent = pathname.endsWith(to);
          return (
            <ButtonLink
              key={to}
              to={to}
              variant={isCurrent ? 'light' : 'subtle'}
              size="compact-md"
              h={36}
              aria-current={isCurrent ? 'page' : undefined}
            >
              {label}
            </ButtonLink>
          );
        })}
      </Group>
    </div>
  );
}
