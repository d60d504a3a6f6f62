// Signing in at the service of a plugin: what begins it, and what its service sends back.
import { z } from 'zod';

export const authorizeSchema = z.object({
  redirectTo: z.string().max(1024).optional().meta({
    description: 'Where the browser goes afterwards: a path of this server, `/account/apps` without.',
  }),
});

/** RFC 6749, 4.1.2; of other parameters nothing is read. */
export const callbackSchema = z.object({
  state: z.string().max(512).optional(),
  code: z.string().max(8192).optional(),
  error: z.string().max(512).optional(),
});
export type PluginCallback = z.infer<typeof callbackSchema>;
