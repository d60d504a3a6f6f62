// Keeps the panels of a downloaded book current, for reading without a server.
import type { BookDto } from '@lectern/contract/libraries/books';
import { useEffect } from 'react';
import { refreshDownloadedPanels } from '../../../offline/downloads.ts';

export function useDownloadedPanels({ id, readingDirection }: BookDto): void {
  useEffect(() => {
    void refreshDownloadedPanels({ id, readingDirection }, { isThorough: true });
  }, [id, readingDirection]);
}
