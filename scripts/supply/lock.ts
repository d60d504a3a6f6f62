// The part of the lock file that the checks of third-party packages read.

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
  /** The program loads the package, or the build of the program does. */
  isForRun: boolean;
}

/** Returns every third-party package, including nested packages. */
export const listPackages = ({ packages }: Lock): Package[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => ({
      ...locked,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      isForRun: !locked.dev && !locked.devOptional,
    }));
