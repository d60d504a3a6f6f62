// The settings of one library.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { libraries } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Head } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { LibraryEditForm } from '../../libraries/index.tsx';

export function LibraryPage() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { id } = useParams({ from: '/signed-in/shell/administration/libraries/$id' });
  const { data, error, refetch } = useQuery(libraries);
  const library = data?.data.find((one) => one.id === id);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!library) return <LoadingState of={t('administration.libraries.title')} />;
  return (
    <>
      <Head title={t('administration.libraries.editTitle', { name: library.name })} />
      <LibraryEditForm
        key={library.id}
        library={library}
        onDone={() => navigate({ to: '/administration/libraries' })}
      />
    </>
  );
}
