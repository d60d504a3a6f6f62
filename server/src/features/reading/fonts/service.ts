// Rules of fonts: valid files, limited in size and number, without duplicates.
import { createHash } from 'node:crypto';
import { type Font, maxFontBytes, maxFonts } from '@lectern/contract/reading/fonts';
import { FormatError } from '@lectern/formats/error';
import { type FontFormat, readFont } from '@lectern/formats/font/read-font';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, Problem, reason } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import type { Upload } from '#infrastructure/http/routes/implement.ts';
import { newId } from '#infrastructure/ids.ts';
import type { UserFontTable } from '#schema/tables/reading/font.ts';
import type { FontRow, FontStore } from './store.ts';

const maxNameLength = 100;

const toDto = ({ id, name, format, sizeBytes, createdAt }: FontRow): Font => ({
  id,
  name,
  format,
  sizeBytes,
  createdAt: new Date(createdAt).toISOString(),
});

export class FontService {
  readonly #database: Database;
  readonly #store: FontStore;
  readonly #clock: Clock;

  constructor(database: Database, store: FontStore, clock: Clock) {
    this.#database = database;
    this.#store = store;
    this.#clock = clock;
  }

  async list({ userId }: Viewer): Promise<Font[]> {
    return (await this.#store.list(userId)).map(toDto);
  }

  /**
   * Throws `payload_too_large` beyond 10 MiB, `unsupported_media_type` for data that is not a font, `validation_failed`
   * for a damaged font, and `conflict` beyond twenty fonts.
   */
  async add({ userId }: Viewer, { bytes, fileName }: Upload): Promise<{ font: Font; isNew: boolean }> {
    const row: UserFontTable = {
      id: newId(),
      userId,
      name: toName(fileName),
      format: check(bytes),
      sizeBytes: bytes.length,
      hash: createHash('sha256').update(bytes).digest('hex'),
      bytes,
      createdAt: this.#clock(),
    };
    return this.#database.transaction(async (tx) => {
      await this.#database.dialect.lock(tx, `fonts ${userId}`);
      const known = await this.#store.list(userId, tx);
      const same = known.find(({ hash }) => hash === row.hash);
      if (same) return { font: toDto(same), isNew: false };
      if (known.length >= maxFonts) throw conflict(reason('fonts_full', { max: maxFonts }));
      await this.#store.insert(tx, row);
      return { font: toDto(row), isNew: true };
    });
  }

  /** Throws `not_found`. */
  async send({ userId }: Viewer, id: string): Promise<BytesAnswer> {
    const row = await this.#store.find(userId, id);
    if (!row) throw notFound('font');
    const { format, hash, bytes } = row;
    return bytesAnswer({
      mediaType: `font/${format}`,
      sizeBytes: bytes.length,
      etag: hash,
      cacheControl: 'private, max-age=31536000, immutable',
      // Untrusted file: opened as a page, it must not run anything.
      headers: { 'Content-Security-Policy': "sandbox; default-src 'none'" },
      body: () => bytes,
    });
  }

  /** Throws `not_found`. */
  async remove({ userId }: Viewer, id: string): Promise<void> {
    if (!(await this.#store.remove(userId, id))) throw notFound('font');
  }
}

function check(bytes: Uint8Array): FontFormat {
  if (bytes.length > maxFontBytes)
    throw new Problem('payload_too_large', reason('font_too_large', { max: maxFontBytes / 1024 ** 2 }));
  try {
    const format = readFont(bytes);
    if (format) return format;
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new Problem('validation_failed', reason('font_damaged'), { cause });
  }
  throw new Problem('unsupported_media_type', reason('not_a_font'));
}

/** File name without extension and characters that cannot be displayed. */
function toName(fileName: string): string {
  const plain = fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.\w{2,5}$/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return [...plain].slice(0, maxNameLength).join('') || 'Font';
}
