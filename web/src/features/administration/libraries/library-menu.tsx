// The less frequent actions on a library.
import type { Library } from '@lectern/contract/libraries/libraries';
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { RowMenu } from '../../../ui/manage/rows.tsx';
import { useAnalysis } from '../../analysis/index.tsx';
import { useWriting } from '../../files/index.tsx';
import type { LibraryActions } from './use-library-actions.ts';

interface Props {
  library: Library;
  actions: LibraryActions;
  isScanning: boolean;
  /** Opens the dialog that writes metadata to files. */
  onWrite(): void;
  /** Opens the dialog that converts files to CBZ. */
  onConvert(): void;
}

export function LibraryMenu({ library, actions, isScanning, onWrite, onConvert }: Props) {
  const { id, name, isActive, writeMetadata, allowFileChanges } = library;
  const t = useTranslate();
  const hasPermission = usePermission();
  const navigate = useNavigate();
  const analysis = useAnalysis({ noun: 'libraries', id });
  const writing = useWriting(library);
  return (
    <RowMenu name={name}>
      {hasPermission('files:upload') && (
        <Menu.Item onClick={() => void navigate({ to: '/upload', search: { library: id } })}>
          {t('administration.libraries.upload')}
        </Menu.Item>
      )}
      <Menu.Item disabled={isScanning} onClick={() => actions.scan('deep')}>
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
      {hasPermission('files:manage') && writeMetadata !== 'off' && (
        <Menu.Item disabled={writing.isOn} onClick={onWrite}>
          {t('files.writeLibrary')}
        </Menu.Item>
      )}
      {hasPermission('files:manage') && allowFileChanges && (
        <Menu.Item onClick={onConvert}>{t('files.convert')}</Menu.Item>
      )}
      <Menu.Item onClick={() => actions.activate(!isActive)}>
        {t(isActive ? 'administration.libraries.pause' : 'administration.libraries.resume')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => openConfirmation(actions.purge())}>
        {t('administration.libraries.purge')}
      </Menu.Item>
      {hasPermission('libraries:delete') && (
        <Menu.Item color="red" onClick={() => openConfirmation(actions.remove())}>
          {t('administration.libraries.remove')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
