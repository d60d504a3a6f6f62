// Secrets that the server has generated and that all its processes share.
/** Written by features/identity/server-secret. */
export interface ServerSecretTable {
  name: string;
  value: string;
  createdAt: number;
}
