// Types of metadata.
import type { BookMetadata } from '@lectern/contract/metadata';

export type { Author } from '@lectern/contract/metadata';
export type ExternalLink = BookMetadata['externalLinks'][number];
