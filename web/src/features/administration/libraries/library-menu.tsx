// The rare actions on a library.
import type { Library } from '@lectern/contract/libraries';
import { Menu } from '@mantine/core';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { RowMenu } from '../../../ui/manage/rows.tsx';
import { useAnalysis } from '../../analysis/index.tsx';
import type { Ask, LibraryActs } from './use-library-acts.ts';

interface Props {
  library: Library;
  acts: LibraryActs;
  ask: Ask;
  isScanning: boolean;
}

export function LibraryMenu({ library: { id, name, isActive }, acts, ask, isScanning }: Props) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const analysis = useAnalysis({ noun: 'libraries', id });
  return (
    <RowMenu name={name}>
      <Menu.Item disabled={isScanning} onClick={() => acts.scan('deep')}>
        {t('administration.libraries.deepScan')}
      </Menu.Item>
      {hasPermission('books:write') && (
        <>
          <Menu.Item disabled={analysis.isOn} onClick={() => analysis.start('false')}>
            {t('administration.libraries.analyze')}
          </Menu.Item>
          <Menu.Item disabled={analysis.isOn} onClick={() => analysis.start('true')}>
            {t('administration.libraries.analyzeAll')}
          </Menu.Item>
        </>
      )}
      <Menu.Item onClick={() => acts.activate(!isActive)}>
        {t(isActive ? 'administration.libraries.pause' : 'administration.libraries.resume')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => ask(acts.purge())}>{t('administration.libraries.purge')}</Menu.Item>
      {hasPermission('libraries:delete') && (
        <Menu.Item color="red" onClick={() => ask(acts.remove())}>
          {t('administration.libraries.remove')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
