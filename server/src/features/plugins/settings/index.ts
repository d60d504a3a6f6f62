// Plugin configuration: form values, and credentials encrypted at rest.
export { findChanges, isEmpty } from './changes.ts';
export { checkConfig } from './config-values.ts';
export { type CredentialSafe, type Credentials, createCredentialSafe } from './credentials.ts';
