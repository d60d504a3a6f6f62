// What is seldom done with a library.
import type { Library } from '@lectern/contract/libraries';
import { Menu } from '@mantine/core';
import { useMay } from '../../../api/permissions.ts';
import { RowMenu } from '../../../ui/manage/rows.tsx';
import type { Ask, LibraryActs } from './use-library-acts.ts';
import { useText } from './words/index.ts';

interface Props {
  library: Library;
  acts: LibraryActs;
  ask: Ask;
  isScanning: boolean;
}

export function LibraryMenu({ library: { name, isActive }, acts, ask, isScanning }: Props) {
  const t = useText();
  const may = useMay();
  return (
    <RowMenu name={name}>
      <Menu.Item disabled={isScanning} onClick={() => acts.scan('deep')}>
        {t('deepScan')}
      </Menu.Item>
      {may('books:write') && (
        <>
          <Menu.Item onClick={() => acts.analyze('false')}>{t('analyze')}</Menu.Item>
          <Menu.Item onClick={() => acts.analyze('true')}>{t('analyzeAll')}</Menu.Item>
        </>
      )}
      <Menu.Item onClick={() => acts.activate(!isActive)}>{t(isActive ? 'pause' : 'resume')}</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => ask(acts.purge())}>{t('purge')}</Menu.Item>
      {may('libraries:delete') && (
        <Menu.Item color="red" onClick={() => ask(acts.remove())}>
          {t('remove')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
