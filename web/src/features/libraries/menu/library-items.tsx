// The actions on a library that its row in the administration does not show as buttons.
import type { Library } from '@lectern/contract/libraries/libraries';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { useAnalysis } from '../../analysis/index.tsx';
import { useWriting } from '../../files/index.tsx';
import type { LibraryActions } from './use-library-actions.ts';

export type LibraryDialog = 'write' | 'convert';

interface Props {
  library: Library;
  actions: LibraryActions;
  isScanning: boolean;
  /** Opens the dialog that writes metadata to files, or that converts files to CBZ. */
  onDialog(dialog: LibraryDialog): void;
}

/** Renders only what the user's permissions allow. */
export function LibraryItems({ library, actions, isScanning, onDialog }: Props) {
  const { id, isActive, writeMetadata, allowFileChanges } = library;
  const t = useTranslate();
  const hasPermission = usePermission();
  const analysis = useAnalysis({ noun: 'libraries', id });
  const writing = useWriting(library);
  const mayChange = hasPermission('libraries:write');
  return (
    <>
      {hasPermission('files:upload') && (
        <Menu.Item renderRoot={(props) => <Link to="/upload" search={{ library: id }} {...props} />}>
          {t('administration.libraries.upload')}
        </Menu.Item>
      )}
      {mayChange && (
        <Menu.Item disabled={isScanning} onClick={() => actions.scan('deep')}>
          {t('administration.libraries.deepScan')}
        </Menu.Item>
      )}
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
        <Menu.Item disabled={writing.isOn} onClick={() => onDialog('write')}>
          {t('files.writeLibrary')}
        </Menu.Item>
      )}
      {hasPermission('files:manage') && allowFileChanges && (
        <Menu.Item onClick={() => onDialog('convert')}>{t('files.convert')}</Menu.Item>
      )}
      {mayChange && (
        <>
          <Menu.Item onClick={() => actions.activate(!isActive)}>
            {t(isActive ? 'administration.libraries.pause' : 'administration.libraries.resume')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => openConfirmation(actions.purge())}>
            {t('administration.libraries.purge')}
          </Menu.Item>
        </>
      )}
      {hasPermission('libraries:delete') && (
        <Menu.Item color="red" onClick={() => openConfirmation(actions.remove())}>
          {t('administration.libraries.remove')}
        </Menu.Item>
      )}
    </>
  );
}
