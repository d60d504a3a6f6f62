// Labels of changed fields, as used in the forms that change them.
import { isKeyOf } from '@lectern/contract/records';
import { isMessageKey, type MessageKey } from '../../../i18n/translate.ts';

const ofForms = {
  username: 'administration.users.userName',
  email: 'administration.users.email',
  password: 'administration.users.password',
  newPassword: 'administration.users.newPassword',
  role: 'administration.users.role',
  permissions: 'administration.users.permissions',
  sharedLibraryIds: 'administration.users.onlyLibraries',
  sharingTags: 'administration.sharingTags.title',
  maxAgeRating: 'administration.users.maxAge',
  allowUnrated: 'administration.users.allowUnrated',
  name: 'libraries.name',
} as const satisfies Record<string, MessageKey>;

/** Undefined for API fields without a form. */
export function findFieldLabel(field: string): MessageKey | undefined {
  if (isKeyOf(ofForms, field)) return ofForms[field];
  const ofMetadata = `metadata.field_${field}`;
  return isMessageKey(ofMetadata) ? ofMetadata : undefined;
}
