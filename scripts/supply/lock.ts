// The lock file, as far as the checks of what comes from others read it.

export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
}

export interface Lock {
  packages: Record<string, LockedPackage>;
}

export interface Package extends LockedPackage {
  name: string;
  /** The program loads it, or what builds the program does. */
  isForRun: boolean;
}

/** Every package of others, nested ones included. */
export const listPackages = ({ packages }: Lock): Package[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => ({
      ...locked,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      isForRun: !locked.dev && !locked.devOptional,
    }));
