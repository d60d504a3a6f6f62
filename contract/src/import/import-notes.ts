// Messages about items of an import from another server: permissions without an equivalent (`import_user_…`), data that
// cannot be imported (`import_left_…`), and failures (`import_note_…`).

export const importNotes = {
  import_cover_missing: 'The file is missing.',
  import_left_categories: 'User categories ({count}): not supported',
  import_left_chapter_ratings: 'Ratings of chapters ({count}): only series can be rated',
  import_left_client_settings: 'Settings of web clients ({count}): they apply only to {program}',
  import_left_covers_beside:
    'Selected covers ({count}): they are stored next to the database. To include them, enter its path on the server',
  import_left_covers_elsewhere:
    'Selected covers ({count}): their files are outside the folder of the database',
  import_left_covers_folder:
    'Selected covers ({count}): to include them, copy the folder “covers” of {program} next to its database',
  import_left_downloads: 'Download history ({count}): not supported',
  import_left_formats:
    'Files of other formats ({count}): only EPUB, PDF and comics are supported. Convert them in {program}',
  import_left_invitations: 'Open invitations ({count}): they were not accepted yet',
  import_left_keys:
    'API and OPDS keys ({count}): create new ones under My account, and set up apps and e-readers again',
  import_left_kobo_hidden: 'Books hidden from a Kobo ({count}): not supported',
  import_left_koreader_links: 'Linked KOReader devices ({count}): connect them again under My account',
  import_left_kobo_links: 'Linked Kobo e-readers ({count}): connect them again under My account',
  import_left_magic_shelves: 'Rule-based shelves ({count}): create automatic read lists instead',
  import_left_on_deck: 'Series hidden from On Deck ({count}): hide them from Continue reading instead',
  import_left_oneshots:
    'One-shot folders ({count}): the books of a folder form one series. Edited metadata of one-shots is not imported',
  import_left_page_hashes: 'Decisions on duplicate pages ({count}): pages are never removed from books',
  import_left_passwords: 'Passwords ({count}): the export was created without secrets',
  import_left_plugins: 'Plugins ({count}): not supported. Metadata that they wrote is imported',
  import_left_private_collections:
    'Collections that are not promoted ({count}): collections are visible to all users. To include them, promote them in {program}',
  import_left_private_lists:
    'Reading lists that are not promoted ({count}): read lists are visible to all users. To include them, promote them in {program}',
  import_left_private_shelves:
    'Private shelves ({count}): read lists are visible to all users. To include them, make them public in {program}',
  import_left_provider_links:
    'Links to sign-in providers ({count}): they are created again at the next sign-in with the same e-mail address',
  import_left_reading_profiles:
    'Reading profiles ({count}): set the direction and layout of each series in the reader',
  import_left_relations: 'Relations between series ({count}): not supported',
  import_left_reviews: 'Reviews without stars ({count}): a review needs a rating',
  import_left_searches: 'Saved searches ({count}): they use the search language of {program}',
  import_left_templates: 'Columns built from templates ({count}): they store no values',
  import_left_tracked: 'Series with tracked releases ({count}): not supported',
  import_left_user_preferences: 'Preferences of users ({count}): they apply only to {program}',
  import_left_virtual_libraries: 'Virtual libraries ({count}): they use the search language of {program}',
  import_note_book_field: '{path}: the value of “{field}” is not valid',
  import_note_cover: 'The cover of {name} could not be imported: {why}',
  import_note_deleted_list: '{list} was deleted on this server and was not imported again',
  import_note_deleted_user: '{user} was deleted on this server and was not imported again',
  import_note_filter: 'The filter {filter} could not be imported: {why}',
  import_note_filter_unsayable: 'The filter {filter} has conditions that are not supported',
  import_note_font: 'The font {font} could not be imported: {why}',
  import_note_font_missing: 'The file of the font {font} is missing',
  import_note_key: 'The key {key} could not be imported: {why}',
  import_note_key_uncheckable: 'The key {key} cannot be verified. Create a new one',
  import_note_library_folder: '{library}: no folder on this server has the contents of {path}',
  import_note_library_pattern: '{library}: the pattern {pattern} is not valid',
  import_note_library_settings: '{library}: its settings are not valid. The defaults are used',
  import_note_list_automatic: '{list} is automatic on this server. Nothing was added to it',
  import_note_list_empty: '{list} is empty',
  import_note_list_members: '{list}: {lost} of {count} were not found',
  import_note_list_unsayable: '{list} has conditions that are not supported',
  import_note_lost_books: 'Not imported, because the book was not found: {count}',
  import_note_lost_series: 'Not imported, because the series was not found: {count}',
  import_note_lost_wishes: 'Not imported, because the series or book was not found: {count}',
  import_note_mark_misplaced: '{book}: the position of a {kind} does not exist in the file on this server',
  import_note_other_cover: 'A cover could not be imported: {why}',
  import_note_preference: 'The preference {key} could not be imported: {why}',
  import_note_series_edits:
    '{series}: the edited metadata was not imported, because its books are not a separate series on this server',
  import_note_series_field: '{series}: the value of “{field}” is not valid',
  import_note_series_tags: '{series} was not found and could not be tagged with {tags}',
  import_note_sessions_impossible:
    'Not imported, because they are longer than a day or have an impossible time: {count}',
  import_note_setting_invalid: 'The value of the setting {setting} is not valid',
  import_user_age_and_label:
    '{user} sees series that are within the age limit and have an allowed label. In {program}, one of both was enough',
  import_user_languages: '{user} sees books in all languages',
  import_user_may_change: '{user} can change their own lists and settings, which {program} did not allow',
  import_user_may_download: '{user} can download files, which {program} did not allow',
  import_user_may_read: '{user} can read in the browser, which {program} did not allow',
  import_user_no_password: '{user} has no password. Set one under Administration → Users',
  import_user_no_sign_in: '{user} could not sign in to the source server. The account is disabled',
  import_user_provider: '{user} may have signed in with a directory or provider, whose password is unknown',
  import_user_rights_unknown: '{user} has permissions that do not exist on this server: {rights}',
  import_user_search: '{user} was limited to the search {search}. The account is disabled',
  import_user_sees_nothing: '{user} had access to none of the imported libraries. The account is disabled',
  import_user_twofold: '{user} was limited by tags and by a column. The account is disabled',
} as const;
