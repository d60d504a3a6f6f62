// The open menu of a library and its dialogs.
import type { Library } from '@lectern/contract/libraries/libraries';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { activeScans, libraries } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { PointMenu } from '../../../ui/point-menu.tsx';
import { ConvertDialog, WriteDialog } from '../../files/index.tsx';
import { type LibraryDialog, LibraryItems } from './library-items.tsx';
import { closeLibraryMenu, type LibraryMenuRequest, useLibraryMenuRequest } from './library-menu-store.ts';
import { useLibraryActions } from './use-library-actions.ts';

export function LibraryMenu() {
  const request = useLibraryMenuRequest();
  const { data } = useQuery(libraries);
  const [dialog, setDialog] = useState<{ kind: LibraryDialog; library: Library }>();
  const library = data?.data.find(({ id }) => id === request?.libraryId);
  const Dialog = dialog?.kind === 'write' ? WriteDialog : ConvertDialog;
  return (
    <>
      {request && library && (
        <OpenMenu
          key={library.id}
          library={library}
          at={request}
          onDialog={(kind) => setDialog({ kind, library })}
        />
      )}
      {dialog && (
        <Dialog
          item={{ kind: 'library', id: dialog.library.id, title: dialog.library.name }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface OpenProps {
  library: Library;
  at: LibraryMenuRequest;
  onDialog(dialog: LibraryDialog): void;
}

function OpenMenu({ library, at, onDialog }: OpenProps) {
  const t = useTranslate();
  const actions = useLibraryActions(library);
  const mayChange = usePermission()('libraries:write');
  const { data } = useQuery(activeScans);
  const { id, name } = library;
  const isScanning = data?.scans.some(({ libraryId }) => libraryId === id) ?? false;
  return (
    <PointMenu
      title={name}
      label={t('ui.manage.actions', { name })}
      x={at.x}
      y={at.y}
      onClose={closeLibraryMenu}
    >
      {mayChange && (
        <>
          <Menu.Item onClick={() => (isScanning ? actions.stop() : actions.scan('normal'))}>
            {t(isScanning ? 'administration.libraries.stopScan' : 'administration.libraries.scan')}
          </Menu.Item>
          <Menu.Item
            renderRoot={(props) => <Link to="/administration/libraries/$id" params={{ id }} {...props} />}
          >
            {t('administration.libraries.edit')}
          </Menu.Item>
        </>
      )}
      <LibraryItems library={library} actions={actions} isScanning={isScanning} onDialog={onDialog} />
    </PointMenu>
  );
}
