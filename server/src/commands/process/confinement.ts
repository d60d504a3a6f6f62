// `config check` and `doctor` refuse a required confinement that this machine does not support, as the start does.

import { workerEntry } from '#composition/pools.ts';
import type { Finding } from '#features/system/doctor/index.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { checkConfinement } from '#infrastructure/confinement/check.ts';
import { Confinement } from '#infrastructure/confinement/confinement.ts';
import { StartError } from '#infrastructure/errors.ts';
import { silentLog } from '#infrastructure/log.ts';

export async function checkRequiredConfinement(
  { workers, dataDir }: Pick<Config, 'workers' | 'dataDir'>,
  entry = workerEntry,
): Promise<Finding[]> {
  const { confinement: mode } = workers;
  if (mode !== 'required') return [];
  try {
    await checkConfinement(new Confinement(mode), { entry, secret: dataDir, log: silentLog });
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [{ state: 'problem', message: `${error.message}.` }];
  }
}
