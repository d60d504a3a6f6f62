// What an import from another server says of single things, as reasons.ts does of everything else: what of somebody's rights
// cannot be said here (`import_user_…`), what has no place here (`import_left_…`), what could not come (`import_note_…`).

export const importNotes = {
  import_cover_missing: 'its file is not there',
  import_left_categories: 'User categories ({count}): there is no place for them here',
  import_left_chapter_ratings: 'Ratings of chapters ({count}): series are rated here, not books',
  import_left_client_settings: 'Settings of web clients ({count}): they belong to the pages of {program}',
  import_left_covers_beside:
    'Chosen covers ({count}): they are files beside the database; name it by its path to bring them',
  import_left_covers_elsewhere:
    'Chosen covers ({count}): their files do not lie below the folder of the database',
  import_left_covers_folder:
    'Chosen covers ({count}): they are files; put the folder covers of {program} beside its database',
  import_left_downloads: 'Notes of who downloaded what ({count}): there is no place for them here',
  import_left_formats:
    'Files of other formats ({count}): EPUB, PDF and comics are read here; convert them in {program}',
  import_left_invitations: 'Open invitations ({count}): nobody has taken them up yet',
  import_left_keys:
    'API keys and OPDS keys ({count}): make new ones under My account, and set apps and e-readers up anew',
  import_left_kobo_hidden: 'Books that are hidden from a Kobo ({count}): there is no place for that here',
  import_left_koreader_links: 'Links of KOReader ({count}): set them up anew under My account',
  import_left_kobo_links: 'Links of Kobo e-readers ({count}): set them up anew under My account',
  import_left_magic_shelves: 'Shelves by rules ({count}): make a read list that fills itself',
  import_left_on_deck: 'Series that are hidden from On Deck ({count}): hide them from Continue reading here',
  import_left_oneshots:
    'Folders of one-shots ({count}): their books are one series here, the folder’s; what was set of such a series stays behind',
  import_left_page_hashes: 'Decisions on duplicate pages ({count}): pages are never removed from books here',
  import_left_passwords: 'Passwords ({count}): the export was made without secrets',
  import_left_plugins: 'Plugins ({count}): there are none here; what they wrote into metadata comes with it',
  import_left_private_collections:
    'Collections that are not promoted ({count}): they belong to one person, and collections here are seen by all; promote them in {program} to take them along',
  import_left_private_lists:
    'Reading lists that are not promoted ({count}): they belong to one person, and read lists here are seen by all; promote them in {program} to take them along',
  import_left_private_shelves:
    'Private shelves ({count}): they belong to one person, and read lists here are seen by all; make them public in {program} to take them along',
  import_left_provider_links:
    'Links to accounts of a sign-in provider ({count}): they are made anew at the next sign-in with the same address',
  import_left_reading_profiles:
    'Reading profiles ({count}): direction and layout are set for each series here, in the reader',
  import_left_relations: 'Relations between series ({count}): there is no place for them here',
  import_left_reviews: 'Reviews without stars ({count}): notes belong to a rating here',
  import_left_searches: 'Saved searches ({count}): they are written in the language of {program}',
  import_left_templates: 'Columns made from templates ({count}): they hold nothing of their own',
  import_left_time_spent: 'Times that were spent with a book ({count}): nothing says when that was',
  import_left_tracked: 'Series whose releases are tracked ({count}): there is no place for that here',
  import_left_user_preferences: 'Preferences of people ({count}): they belong to the pages of {program}',
  import_left_virtual_libraries: 'Virtual libraries ({count}): they are written in the language of {program}',
  import_note_book_field: 'The field {field} of {path} is not valid here',
  import_note_cover: 'The cover of {name} could not be taken: {why}',
  import_note_filter: 'The filter {filter} could not be taken: {why}',
  import_note_filter_unsayable: 'The filter {filter} cannot be said here',
  import_note_font: 'The font {font} could not be taken: {why}',
  import_note_font_missing: 'The file of the font {font} is not there',
  import_note_key: 'The key {key} could not be taken: {why}',
  import_note_key_uncheckable: 'The key {key} cannot be checked here: make a new one',
  import_note_library_folder: '{library}: nothing was found that holds what was in {path}',
  import_note_library_pattern: '{library}: the pattern {pattern} is not valid here',
  import_note_library_settings: '{library}: its settings are not valid here, and are those of a new library',
  import_note_list_automatic: '{list} fills itself here: nothing was added to it',
  import_note_list_members: '{list}: {lost} of {count} were not found',
  import_note_list_unsayable: 'What fills {list} cannot be said here',
  import_note_lost_books: '{count} stay behind, as their books were not found',
  import_note_lost_series: '{count} stay behind, as their series were not found',
  import_note_lost_wishes: '{count} stay behind, as their series or books were not found',
  import_note_mark_misplaced: 'A {kind} in {book} has no place in the file here',
  import_note_other_cover: 'A cover could not be taken: {why}',
  import_note_preference: 'The preference {key} could not be taken: {why}',
  import_note_series_edits:
    'What was set of the series {series} stays behind: it is no series of its own here',
  import_note_series_field: 'The field {field} of the series {series} is not valid here',
  import_note_series_tags: 'The series {series} could not be tagged {tags}: it was not found',
  import_note_sessions_impossible: '{count} are longer than a day, or have no possible time',
  import_note_setting_invalid: 'The setting {setting} is not valid here',
  import_user_age_and_label:
    '{user} sees what is within the age and has an allowed label; in {program} one of both was enough',
  import_user_languages: '{user} sees books of every language here',
  import_user_may_change: '{user} may change what is theirs here, which {program} did not allow',
  import_user_may_download: '{user} may download files here, which {program} did not allow',
  import_user_may_read: '{user} may read in the browser here, which {program} did not allow',
  import_user_no_password: '{user} has no password here: set one under Administration → Users',
  import_user_no_sign_in: '{user} could not sign in there: the account is disabled',
  import_user_provider:
    '{user} may have signed in by a directory or provider, whose password is not known here',
  import_user_rights_unknown: '{user} has rights that are none here: {rights}',
  import_user_search: '{user} saw only what {search} finds there: the account is disabled',
  import_user_sees_nothing: '{user} sees none of the libraries that came over: the account is disabled',
  import_user_twofold: '{user} was limited by tags and by a column at once: the account is disabled',
} as const;
