// Above and below the pages: what is read, where one is in it, and how it is shown.
import { ActionIcon, Group, Menu, Slider, Text } from '@mantine/core';
import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconMaximize,
  IconSettings,
} from '@tabler/icons-react';
import classes from './comic-reader.module.css';
import type { Fit, Settings, Step } from './state.ts';

interface Props {
  title: string;
  seriesName: string;
  page: number;
  pageCount: number;
  settings: Settings;
  onChange(part: Partial<Settings>): void;
  onPage(page: number): void;
  onStep(step: Step): void;
  onFull(): void;
  onClose(): void;
}

const fits: Record<Fit, string> = {
  screen: 'Fit the screen',
  width: 'Fit the width',
  height: 'Fit the height',
  original: 'Original size',
};

export function Bars(props: Props) {
  const { title, seriesName, page, pageCount, settings, onPage, onStep, onFull, onClose } = props;
  const isRtl = settings.direction === 'rtl';
  return (
    <>
      <header className={classes.top}>
        <Group wrap="nowrap" gap="xs">
          <ActionIcon variant="subtle" color="gray" size="lg" onClick={onClose} aria-label="Close the book">
            <IconArrowLeft />
          </ActionIcon>
          <div style={{ minWidth: 0, flex: 1 }}>
            <Text component="h1" size="sm" fw={600} truncate>
              {title}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {seriesName}
            </Text>
          </div>
          <ActionIcon variant="subtle" color="gray" size="lg" onClick={onFull} aria-label="Full screen">
            <IconMaximize />
          </ActionIcon>
          <Look {...props} />
        </Group>
      </header>
      <footer className={classes.bottom}>
        <Group wrap="nowrap" gap="sm" dir="ltr">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={() => onStep(isRtl ? 'next' : 'previous')}
            aria-label={isRtl ? 'Next page' : 'Previous page'}
          >
            <IconChevronLeft />
          </ActionIcon>
          <Slider
            style={{ flex: 1 }}
            inverted={isRtl}
            dir={isRtl ? 'rtl' : 'ltr'}
            min={1}
            max={Math.max(2, pageCount)}
            value={page}
            onChange={onPage}
            label={(value) => value}
            thumbLabel="Page"
            size="sm"
          />
          <Text size="sm" miw={70} ta="center">{`${page} / ${pageCount}`}</Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={() => onStep(isRtl ? 'previous' : 'next')}
            aria-label={isRtl ? 'Previous page' : 'Next page'}
          >
            <IconChevronRight />
          </ActionIcon>
        </Group>
      </footer>
    </>
  );
}

function Look({ settings, onChange }: Pick<Props, 'settings' | 'onChange'>) {
  const { mode, direction, fit, isDouble, isCoverAlone } = settings;
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="How it is shown">
          <IconSettings />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={mode === 'strip' ? 'strip' : direction}
          onChange={(value) =>
            onChange(
              value === 'strip'
                ? { mode: 'strip' }
                : { mode: 'paged', direction: value === 'rtl' ? 'rtl' : 'ltr' },
            )
          }
        >
          <Menu.Label>Pages</Menu.Label>
          <Menu.RadioItem value="ltr">Left to right</Menu.RadioItem>
          <Menu.RadioItem value="rtl">Right to left</Menu.RadioItem>
          <Menu.RadioItem value="strip">One long strip</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.CheckboxItem checked={isDouble} onChange={(value: boolean) => onChange({ isDouble: value })}>
          Two pages side by side
        </Menu.CheckboxItem>
        <Menu.CheckboxItem
          checked={isCoverAlone}
          onChange={(value: boolean) => onChange({ isCoverAlone: value })}
        >
          The cover alone
        </Menu.CheckboxItem>
        <Menu.RadioGroup value={fit} onChange={(value) => onChange({ fit: value as Fit })}>
          <Menu.Label>Size</Menu.Label>
          {Object.entries(fits).map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
