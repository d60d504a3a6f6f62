// The top bar of a reader: back, titles, and the reader's buttons.
import { Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { IncognitoSign } from '../incognito/incognito-sign.tsx';
import { Bar } from './bar.tsx';
import { BarButton } from './bar-button.tsx';
import classes from './top-bar.module.css';

interface Props {
  title: string;
  /** The series or the chapter. */
  subtitle: string;
  /** Over the pages instead of above them. */
  isOver?: boolean;
  isLeaving?: boolean;
  onClose(): void;
  children: ReactNode;
}

export function TopBar({ title, subtitle, isOver = false, isLeaving = false, onClose, children }: Props) {
  const t = useTranslate();
  return (
    <Bar edge="top" className={classes.top} isOver={isOver} isLeaving={isLeaving}>
      <BarButton label={t('reader.shared.closeBook')} onClick={onClose}>
        <IconArrowLeft />
      </BarButton>
      <div className={classes.titles}>
        <Text component="h1" size="sm" fw={600} truncate>
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {subtitle}
        </Text>
      </div>
      <IncognitoSign />
      {children}
    </Bar>
  );
}
