// Generated secrets, shared by all processes of the server.
/** Written by features/identity/server-secret. */
export interface ServerSecretTable {
  name: string;
  value: string;
  createdAt: number;
}
