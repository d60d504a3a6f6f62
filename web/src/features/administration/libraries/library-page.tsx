// One library with all its settings.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { libraries } from '../../../api/queries.ts';
import { Head } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { LibraryEditForm } from '../../libraries/index.tsx';
import { useText } from './words/index.ts';

export function LibraryPage() {
  const t = useText();
  const navigate = useNavigate();
  const { id } = useParams({ from: '/signed-in/shell/administration/libraries/$id' });
  const { data, error, refetch } = useQuery(libraries);
  const library = data?.data.find((one) => one.id === id);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!library) return <LoadingState of={t('title')} />;
  return (
    <>
      <Head title={t('editTitle', { name: library.name })} />
      <LibraryEditForm
        key={library.id}
        library={library}
        onDone={() => navigate({ to: '/administration/libraries' })}
      />
    </>
  );
}
