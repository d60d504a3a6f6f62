// Searches and reviews matches of libraries with metadata providers.
import { useState } from 'react';
import { MatchingReview } from '../../matching/index.tsx';
import { LibraryFilter } from '../libraries/library-filter.tsx';

export function MatchingPage() {
  const [libraryId, setLibraryId] = useState<string>();
  return (
    <MatchingReview libraryId={libraryId}>
      <LibraryFilter value={libraryId} onChange={setLibraryId} />
    </MatchingReview>
  );
}
