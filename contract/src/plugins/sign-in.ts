// Sign-in at the service of a plugin: request and callback.
import { z } from 'zod';

export const authorizeSchema = z.object({
  redirectTo: z.string().max(1024).optional().meta({
    description: 'Path on this server to open after the sign-in. The default is `/account/apps`.',
  }),
});

/** RFC 6749, 4.1.2. Other parameters are ignored. */
export const callbackSchema = z.object({
  state: z.string().max(512).optional(),
  code: z.string().max(8192).optional(),
  error: z.string().max(512).optional(),
});
export type PluginCallback = z.infer<typeof callbackSchema>;
