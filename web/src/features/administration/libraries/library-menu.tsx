// What is seldom done with a library.
import type { Library } from '@lectern/contract/libraries';
import { Menu } from '@mantine/core';
import { usePermission } from '../../../api/use-permission.ts';
import { RowMenu } from '../../../ui/manage/rows.tsx';
import { useAnalysis } from '../../analysis/index.tsx';
import type { Ask, LibraryActs } from './use-library-acts.ts';
import { useText } from './words/index.ts';

interface Props {
  library: Library;
  acts: LibraryActs;
  ask: Ask;
  isScanning: boolean;
}

export function LibraryMenu({ library: { id, name, isActive }, acts, ask, isScanning }: Props) {
  const t = useText();
  const hasPermission = usePermission();
  const analysis = useAnalysis({ noun: 'libraries', id });
  return (
    <RowMenu name={name}>
      <Menu.Item disabled={isScanning} onClick={() => acts.scan('deep')}>
        {t('deepScan')}
      </Menu.Item>
      {hasPermission('books:write') && (
        <>
          <Menu.Item disabled={analysis.isOn} onClick={() => analysis.start('false')}>
            {t('analyze')}
          </Menu.Item>
          <Menu.Item disabled={analysis.isOn} onClick={() => analysis.start('true')}>
            {t('analyzeAll')}
          </Menu.Item>
        </>
      )}
      <Menu.Item onClick={() => acts.activate(!isActive)}>{t(isActive ? 'pause' : 'resume')}</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => ask(acts.purge())}>{t('purge')}</Menu.Item>
      {hasPermission('libraries:delete') && (
        <Menu.Item color="red" onClick={() => ask(acts.remove())}>
          {t('remove')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
