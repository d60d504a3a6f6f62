// Builds a table with its indexes for both databases, with columns grouped by type.
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Ddl } from './ddl.ts';

type Type = 'id' | 'text' | 'integer' | 'real' | 'bytes';
interface Reference {
  /** Primary key, not null, or nullable. */
  is: 'key' | 'required' | 'optional';
  onDelete?: 'cascade' | 'set null';
}

/** Columns are created in call order. A name that ends with `?` is nullable. */
export class Table {
  readonly #db: Kysely<unknown>;
  readonly #ddl: Ddl;
  readonly #name: string;
  readonly #indexes: string[] = [];
  #builder: CreateTableBuilder<string, string>;

  constructor(db: Kysely<unknown>, ddl: Ddl, name: string) {
    this.#db = db;
    this.#ddl = ddl;
    this.#name = name;
    this.#builder = db.schema.createTable(name);
  }

  /** Adds the id of a book or series, and on SQLite its row number. */
  rowKey(): this {
    this.#builder = this.#ddl.addRowKey(this.#builder);
    return this;
  }

  key(name: string, type: Type = 'id'): this {
    this.#builder = this.#builder.addColumn(name, this.#ddl[type], (c) => c.primaryKey());
    return this;
  }

  id = (...names: string[]): this => this.#add('id', names);
  text = (...names: string[]): this => this.#add('text', names);
  integer = (...names: string[]): this => this.#add('integer', names);
  real = (...names: string[]): this => this.#add('real', names);
  bytes = (...names: string[]): this => this.#add('bytes', names);

  withDefault(type: Type, value: number | string, ...names: string[]): this {
    for (const name of names)
      this.#builder = this.#builder.addColumn(name, this.#ddl[type], (c) => c.notNull().defaultTo(value));
    return this;
  }

  /** Adds a reference to a row of another table. Default: deleting that row deletes this one. */
  reference(
    name: string,
    table: string,
    { is, onDelete }: Reference = { is: 'required', onDelete: 'cascade' },
  ): this {
    this.#builder = this.#builder.addColumn(name, this.#ddl.id, (column) => {
      const kind = is === 'key' ? column.primaryKey() : is === 'required' ? column.notNull() : column;
      const referring = kind.references(`${table}.id`);
      return onDelete ? referring.onDelete(onDelete) : referring;
    });
    return this;
  }

  unique(...columns: string[]): this {
    this.#builder = this.#builder.addUniqueConstraint(`${this.#name}_${columns.join('_')}_key`, columns);
    return this;
  }

  primaryKey(columns: string[], name = `${this.#name}_pk`): this {
    this.#builder = this.#builder.addPrimaryKeyConstraint(name, columns);
    return this;
  }

  /** `columns` and `where` are SQL: quoted names, directions, expressions in parentheses. */
  index(name: string, columns: string, where?: string): this {
    return this.#addIndex('index', name, columns, where);
  }

  uniqueIndex(name: string, columns: string, where?: string): this {
    return this.#addIndex('unique index', name, columns, where);
  }

  async create(): Promise<void> {
    await this.#builder.execute();
    for (const statement of this.#indexes) await sql.raw(statement).execute(this.#db);
  }

  #add(type: Type, names: readonly string[]): this {
    for (const name of names)
      this.#builder = name.endsWith('?')
        ? this.#builder.addColumn(name.slice(0, -1), this.#ddl[type])
        : this.#builder.addColumn(name, this.#ddl[type], (c) => c.notNull());
    return this;
  }

  #addIndex(kind: string, name: string, columns: string, where?: string): this {
    const condition = where === undefined ? '' : ` where ${where}`;
    this.#indexes.push(`create ${kind} "${this.#name}_${name}" on "${this.#name}" (${columns})${condition}`);
    return this;
  }
}
