// Commands in the search palette that the user may run.
import { IconFolderPlus, IconRefresh, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { libraries } from '../../api/queries.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useAction } from '../../ui/use-action.ts';
import type { Option } from './option.ts';

export function useCommands(): Option[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const hasPermission = usePermission();
  const { act } = useAction(['libraries'], ['tasks']);
  const { data: known } = useQuery(libraries);
  const group = t('search.commands');
  const commands: Option[] = [];
  if (hasPermission('libraries:write')) {
    commands.push({
      id: 'add-library',
      group,
      label: t('app.addLibrary'),
      picture: <IconFolderPlus size={20} />,
      run: () => void navigate({ to: '/libraries/new' }),
    });
    for (const { id, name } of known?.data ?? [])
      commands.push({
        id: `scan ${id}`,
        group,
        label: t('search.scan', { name }),
        picture: <IconRefresh size={20} />,
        run: () =>
          act({
            work: () =>
              call('POST /api/v1/libraries/{id}/scan', { params: { id }, query: { mode: 'normal' } }),
            done: t('administration.libraries.scanStarted', { name }),
          }),
      });
  }
  if (hasPermission('files:upload'))
    commands.push({
      id: 'upload',
      group,
      label: t('app.upload'),
      picture: <IconUpload size={20} />,
      run: () => void navigate({ to: '/upload' }),
    });
  return commands;
}
