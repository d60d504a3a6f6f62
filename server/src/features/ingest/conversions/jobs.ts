// Runs in a worker process: writes an archive as a zip into an existing empty file.
import { closeSync, constants, fsyncSync, openSync, writeSync } from 'node:fs';
import { checkConverted, convertToZip } from '@lectern/formats/archive/zip/from-archive';
import { defaultLimits } from '@lectern/formats/limits';
import { type FileSource, openFileSource } from '@lectern/formats/source';
import { toNativeName, toNativePath } from '#infrastructure/files/names.ts';

export interface ConvertJob {
  root: string;
  relativePath: string;
  /** Absolute path. */
  target: string;
  /** Maximum size of the zip. */
  maxBytes: number;
}

class TooLarge extends Error {}

export const conversionJobs = {
  /** Returns false if the disk is full. Throws FormatError with the reason of a refusal. */
  'conversions.to_zip': async (job: ConvertJob): Promise<boolean> => {
    try {
      await convert(job);
      return true;
    } catch (error) {
      if (error instanceof TooLarge) return false;
      throw error;
    }
  },
};

async function convert({ root, relativePath, target, maxBytes }: ConvertJob): Promise<void> {
  const source = openFileSource(toNativePath(root, relativePath));
  try {
    await writeZip({ source, target, maxBytes });
    const written = openFileSource(toNativeName(target));
    try {
      await checkConverted(source, written, defaultLimits);
    } finally {
      written.close();
    }
  } finally {
    source.close();
  }
}

interface Writing {
  source: FileSource;
  target: string;
  maxBytes: number;
}

async function writeZip({ source, target, maxBytes }: Writing): Promise<void> {
  const fd = openSync(toNativeName(target), constants.O_WRONLY | constants.O_NOFOLLOW);
  try {
    let written = 0;
    const write = (bytes: Uint8Array) => {
      if (written + bytes.length > maxBytes) throw new TooLarge();
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
      written += bytes.length;
    };
    await convertToZip({ source, limits: defaultLimits, write });
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
