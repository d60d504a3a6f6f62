// A list of managed objects: title, facts and actions of each, for any screen width.
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { MoreMenu } from '../more-menu.tsx';
import classes from './rows.module.css';

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface Props {
  title: ReactNode;
  /** Next to the title. */
  badges?: ReactNode;
  /** Small text below the title. */
  lines?: readonly ReactNode[];
  actions?: ReactNode;
  children?: ReactNode;
}

export function Row({ title, badges, lines = [], actions, children }: Props) {
  return (
    <Card component="li" withBorder padding="sm">
      <div className={classes.row}>
        <Stack gap={2} miw={0} flex={1}>
          <Group gap="xs">
            <Text component="div" fw={600} className={classes.title}>
              {title}
            </Text>
            {badges}
          </Group>
          {lines.filter(Boolean).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an object keep their order
            <Text key={index} component="div" size="sm" c="dimmed">
              {line}
            </Text>
          ))}
        </Stack>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </Card>
  );
}

/** The less frequent actions of a row. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useTranslate();
  return (
    <MoreMenu label={t('ui.manage.actions', { name })} width={240}>
      {children}
    </MoreMenu>
  );
}

/** The header of a page or a section: title, description, a button. */
export function Head({ title, text, children, order = 1 }: HeadProps) {
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <Stack gap={2} flex="1 1 240px">
        <Title order={order} size={order === 1 ? 'h2' : 'h4'}>
          {title}
        </Title>
        {text && (
          <Text c="dimmed" size="sm" maw={680}>
            {text}
          </Text>
        )}
      </Stack>
      {children}
    </Group>
  );
}

interface HeadProps {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  order?: 1 | 2;
}
