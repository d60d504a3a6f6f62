// Tables read from Codex. Only these are copied from a database server.
export const codexTables = [
  ...['seaql_migrations', 'users', 'api_keys', 'oidc_connections', 'user_preferences', 'plugins'],
  ...['sharing_tags', 'series_sharing_tags', 'user_sharing_tags', 'access_group_sharing_tags'],
  ...['user_access_groups', 'libraries', 'series', 'series_metadata', 'series_genres', 'genres'],
  ...['series_tags', 'tags', 'series_alternate_titles', 'series_external_links', 'series_external_ids'],
  ...['series_covers', 'series_tracking', 'books', 'book_metadata', 'book_genres', 'book_tags'],
  ...['book_external_links', 'book_external_ids', 'book_covers', 'read_progress', 'read_completions'],
  ...['reading_sessions', 'collections', 'collection_series', 'read_lists', 'read_list_books'],
  ...['want_to_read', 'user_series_ratings', 'filter_presets'],
];
