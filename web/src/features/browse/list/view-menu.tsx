// The view menu: covers or rows, cover size, columns.
import { Menu } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { columnNames } from './column-names.ts';
import { coverWidths } from './preferences.ts';
import type { Browsing } from './use-browse.ts';

export function ViewMenu({ browsing }: { browsing: Browsing }) {
  const t = useTranslate();
  const { target, view, setView, preferences, prefer } = browsing;
  const sizes = ['sizeXs', 'sizeS', 'sizeM', 'sizeL', 'sizeXl'] as const;
  return (
    <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
      <Menu.Label>{t('browse.view')}</Menu.Label>
      {(['grid', 'table'] as const).map((one) => (
        <Menu.RadioItem key={one} value={one} checked={view === one} onChange={() => setView(one)}>
          {t(`browse.${one}`)}
        </Menu.RadioItem>
      ))}
      <Menu.Divider />
      {view === 'grid' ? (
        <>
          <Menu.Label>{t('browse.coverSize')}</Menu.Label>
          {coverWidths.map((width, size) => (
            <Menu.RadioItem
              key={width}
              value={String(size)}
              checked={preferences.size === size}
              onChange={() => prefer({ size })}
            >
              {t(`browse.${sizes[size] ?? 'sizeM'}`)}
            </Menu.RadioItem>
          ))}
        </>
      ) : (
        <>
          <Menu.Label>{t('browse.columns')}</Menu.Label>
          {columnNames[target].map((name) => {
            const isChosen = preferences.columns.includes(name);
            const change = () =>
              prefer({
                columns: columnNames[target].filter((one) =>
                  one === name ? !isChosen : preferences.columns.includes(one),
                ),
              });
            return (
              <Menu.CheckboxItem key={name} checked={isChosen} onChange={change}>
                {t(`browse.column_${name}`)}
              </Menu.CheckboxItem>
            );
          })}
        </>
      )}
    </Menu.Dropdown>
  );
}
