// GraphQL queries for Hardcover.

export interface Edition {
  id: number;
  pages: number | undefined;
}

/** An unfinished read of a book. */
export interface OpenRead {
  id: number;
  startedAt: string | null;
  editionId: number | undefined;
}

/** The fields of a book needed to write an entry. */
export interface Book {
  id: number;
  /** Edition whose pages are counted. */
  edition: Edition | undefined;
  userBookId: number | undefined;
  read: OpenRead | undefined;
}

const userBookFields = `id book_id status_id rating updated_at edition { id pages }
  user_book_reads(order_by: { id: desc }) {
    id started_at finished_at progress_pages edition { id pages }
  }`;

/** The edition with this ISBN, else the default e-book or print edition. */
export const findBookQuery = `query ($id: Int!, $isbn: String!) {
  me { user_books(where: { book_id: { _eq: $id } }, limit: 1) { ${userBookFields} } }
  books(where: { id: { _eq: $id } }, limit: 1) {
    id
    editions(where: { isbn_13: { _eq: $isbn } }, order_by: { users_count: desc }, limit: 1) { id pages }
    default_ebook_edition { id pages }
    default_physical_edition { id pages }
  }
}`;
export const listQuery = `query ($limit: Int!, $offset: Int!) {
  me {
    user_books(order_by: { id: asc }, limit: $limit, offset: $offset) { ${userBookFields} book { title } }
  }
}`;
export const insertBookQuery = `mutation ($object: UserBookCreateInput!) {
  insert_user_book(object: $object) { error user_book { ${userBookFields} } }
}`;
export const updateBookQuery = `mutation ($id: Int!, $object: UserBookUpdateInput!) {
  update_user_book(id: $id, object: $object) { id error }
}`;
export const insertReadQuery = `mutation ($id: Int!, $object: DatesReadInput!) {
  insert_user_book_read(user_book_id: $id, user_book_read: $object) { id error }
}`;
export const updateReadQuery = `mutation ($id: Int!, $object: DatesReadInput!) {
  update_user_book_read(id: $id, object: $object) { id error }
}`;
