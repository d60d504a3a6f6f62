// Installation of plugins: packages, folders and the confirmation for unrestricted plugins.
import { z } from 'zod';
import { flag, storable } from '../fields.ts';

/** Package name and exact version: `name@1.2.3`. */
const packageId =
  /^(?:@[a-z0-9][a-z0-9._-]{0,100}\/)?[a-z0-9][a-z0-9._-]{0,100}@\d{1,6}\.\d{1,6}\.\d{1,6}(?:[-+][0-9A-Za-z.+-]{1,50})?$/;
const acceptsUnrestricted = {
  description:
    'Whether this version may run without restrictions (`isRestricted`), now or after a change of the system. False by default.',
};

export const installSchema = z.union([
  z.strictObject({
    acceptsUnrestricted: z.boolean().default(false).meta(acceptsUnrestricted),
    package: z
      .string()
      .regex(packageId)
      .meta({ description: 'Exact `name@version` in the registry `plugins.registry`.' }),
  }),
  z.strictObject({
    acceptsUnrestricted: z.boolean().default(false).meta(acceptsUnrestricted),
    folder: storable(z.string().min(1).max(4_096)).meta({
      description: 'Folder on the server below one of `plugins.folders`. The plugin is run from this folder.',
    }),
  }),
]);
export type InstallPlugin = z.infer<typeof installSchema>;

export const uploadQuery = z.object({
  acceptsUnrestricted: flag.default(false).meta(acceptsUnrestricted),
});
