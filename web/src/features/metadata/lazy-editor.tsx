// The metadata editor, loaded when it is first opened, with current data.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { seriesMetadata } from '../../api/queries.ts';
import { loadable } from '../../ui/loadable.tsx';
import { showError } from '../../ui/toasts/toasts.tsx';
import type { EditorProps } from './edit/editor.tsx';

const Editor = loadable(async () => (await import('./edit/editor.tsx')).MetadataEditor);

const bookMetadata = (id: string) =>
  queryOptions({
    queryKey: ['books', 'metadata', id],
    queryFn: ({ signal }) => call('GET /api/v1/books/{id}/metadata', { params: { id } }, { signal }),
  });

export function MetadataEditor({ noun, id, onClose }: Omit<EditorProps, 'metadata'>) {
  const book = useQuery({ ...bookMetadata(id), enabled: noun === 'books', staleTime: 0 });
  const series = useQuery({ ...seriesMetadata(id), enabled: noun === 'series', staleTime: 0 });
  const { data, error, isFetchedAfterMount } = noun === 'books' ? book : series;
  useEffect(() => {
    if (!error) return;
    showError(error);
    onClose();
  }, [error, onClose]);
  if (!data || !isFetchedAfterMount) return null;
  return <Editor noun={noun} id={id} metadata={data} onClose={onClose} />;
}
