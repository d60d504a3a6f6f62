// Shapes of metadata that are shown.
import type { BookMetadata } from '@lectern/contract/metadata';

export type { Author } from '@lectern/contract/metadata';
export type ExternalLink = BookMetadata['externalLinks'][number];
