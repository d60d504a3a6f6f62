// What the server says to people, each under a stable key: a client says it in another language by the key (`reason`)
// and its values (`params`); `message` is the English sentence.

import { importNotes } from './import-notes.ts';
import { keysOf } from './records.ts';

/** A key once published keeps its meaning and its values. */
const sentences = {
  account_disabled: 'This account is disabled',
  account_gone: 'This account does not exist any more',
  account_taken: 'The user name or the e-mail address is taken',
  annotation_deleted: 'This annotation was deleted',
  annotation_elsewhere: 'Another book has an annotation of this id',
  annotations_full: 'At most {max} annotations are kept for each user',
  annotations_of_book_full: 'At most {max} annotations are kept in a book',
  api_key_beyond: 'An API key cannot grant what it does not have: {permissions}',
  api_key_of_another:
    'A key of somebody else can only be given fewer permissions or an earlier end, or disabled',
  api_key_outlives: 'An API key cannot make another that outlives it',
  api_key_refused: 'An API key cannot do this; sign in with a password',
  api_keys_full: 'A user has at most {max} keys; remove one first',
  backup_damaged: 'The backup is damaged',
  backup_database_server:
    'The database is a server of its own: its own tools copy and restore it (pg_dump, pg_restore)',
  backup_folder_missing: 'The folder of scheduled backups does not exist: {path}',
  backup_newer: 'The backup is of a newer version of Lectern',
  backup_no_administrator: 'Nobody in the backup could manage the server',
  backup_not_a_backup: 'The file is neither a backup of Lectern nor its database',
  backup_running: 'A backup is being made already',
  backup_too_large: 'The backup is too large',
  backup_unexpected_content: 'The file holds what no backup does',
  backup_without_room: 'The backup unpacks to {size}, and the disk of the data folder has {left} left',
  book_has_pages: 'The book has {count} pages',
  book_is_backup: '{path} is a backup of the server and no book',
  book_no_epub: 'This book cannot be converted to EPUB',
  book_programs: 'Nothing of a book is run as a program',
  condition_field_unknown: 'Unknown field; known are {fields}',
  condition_has_members: 'A condition says already what is in it',
  condition_incomplete: 'An object with an operator is needed',
  condition_needs_list: 'A list of conditions is needed',
  condition_needs_one: 'Exactly one of allOf, anyOf, not or a field is needed',
  condition_operator_unknown: 'Unknown operator; known for {field} are {operators}',
  condition_too_deep: 'Deeper than {max} levels',
  condition_too_large: 'More than {max} parts',
  cookies_of_other_site: 'Only pages of this server may sign in by cookies',
  cover_not_uploaded: 'Only an uploaded cover can be deleted',
  cron_invalid: 'This is not a schedule',
  data_disk_full: 'The disk of the data folder is full',
  database_silent: 'The database does not answer, or has too much to do at once',
  database_slow: 'The database takes too long to answer this',
  days_known: 'Days from {first} to {last} are known',
  devices_full: 'A user has at most {max} devices; remove one first',
  disk_full: 'The disk of the server is full; nothing was changed',
  disk_read_only: 'The disk of the server takes no writes; nothing was changed',
  email_taken: 'This e-mail address is taken',
  event_types_known: 'Known types are {types}',
  expired: 'This moment has passed already',
  figures_too_many: 'More than 1,000 figures; ask for weeks or months',
  file_backup: 'The file is a backup of the server and no book',
  file_crashed: 'The file ended the process that read it',
  file_crc_mismatch: 'The checksum of an entry is not right',
  file_damaged: 'The file is damaged',
  file_doctype: 'The XML document brings its own document type',
  file_empty: 'The file is empty',
  file_encrypted: 'The file is encrypted',
  file_link: 'The entry is a link',
  file_malformed: 'A document in the file is not well-formed',
  file_memory: 'Reading the file needs too much memory',
  file_missing_container: 'The EPUB has no container document',
  file_missing_items: 'Nothing that the spine names is in the EPUB',
  file_missing_package: 'The package document of the EPUB is missing',
  file_multi_volume: 'The archive is one of several parts',
  file_overlap: 'Entries of the archive overlap',
  file_replaced: 'The file was replaced just now; ask again',
  file_timeout: 'Reading the file takes too long',
  file_too_deep: 'The XML document is nested too deeply',
  file_too_large: 'Something in the file is too large',
  file_truncated: 'The file ends too early',
  file_undecodable: 'The picture cannot be decoded',
  file_unknown_format: 'The file is of no known format',
  file_unreadable: 'The file cannot be read',
  file_unsupported_format: 'Files of this format are not supported',
  file_unsupported_method: 'The entry is packed by a method that is not supported',
  folder_contains: '{path} contains {other}',
  folder_contains_of_library: '{path} contains {other}, a folder of the library "{library}"',
  folder_elsewhere: '{path} lies outside the folders that this server allows: {allowed}',
  folder_inside: '{path} lies inside {other}',
  folder_inside_of_library: '{path} lies inside {other}, a folder of the library "{library}"',
  folder_is_file: '{path} is a file; choose a folder',
  folder_links: '{count} links or special files passed over in {path}',
  folder_listed: '{path} is listed already: {other}',
  folder_listed_of_library: '{path} is listed already: {other}, a folder of the library "{library}"',
  folder_missing: '{path} does not exist; check the path',
  folder_of_another: 'This folder overlaps with another library',
  folder_of_server:
    '{path} belongs to the server itself (data folder, database or cache); choose another folder',
  folder_of_server_skipped: '{path} belongs to the server itself and was passed over',
  folder_pattern_refused: 'A line of the ignore file in {path} is no pattern and is not followed: {pattern}',
  folder_skipped: '{path} cannot be read ({code}); its books stay as they are',
  folder_unreadable: '{path} cannot be read; give the account that runs Lectern permission to read it',
  folder_unusable: '{path} cannot be used ({code})',
  folder_with_server:
    '{path} contains folders of the server itself (data folder, database or cache); choose a folder beside them',
  folders_by_administrators:
    'Folders of libraries are chosen by those with the permission system:admin, as the server is not limited to certain folders (scanner.allowed_roots)',
  font_damaged: 'The font is damaged, or lacks what every font has',
  font_too_large: 'A font has at most {max} MiB',
  fonts_full: 'At most {max} fonts are kept for each user',
  from_after_to: 'It is later than `to`',
  glob_invalid: 'This is not a pattern for names of files',
  groups_without_library: 'Your groups give you access to no library here',
  import_archive_refused: 'The archive is not taken: {what}',
  import_backup_missing: 'The backup that was made before the import is not there any more',
  import_books_elsewhere:
    'The books of {program} are in the metadata.db of calibre, which is not in {folder}: copy it beside app.db, or say --map {folder}=<folder here>',
  import_busy: '{file} is written to all the time; stop its program for a moment and try again',
  import_cut_off:
    '{file} is damaged, or was copied while its program wrote to it ({what}); stop the program and copy it with its -wal file',
  import_ended: 'The import has ended already',
  import_export_damaged: 'The export is damaged: {what}',
  import_export_newer:
    'The export was made by a newer Lectern (format {version}, this one reads {newest}): update first',
  import_file_elsewhere: '{path} lies outside the folders that this server allows: {allowed}',
  import_file_missing: 'There is no file {file}',
  import_file_of_server: '{path} belongs to this server itself',
  import_file_too_large: '{file} is larger than {max} GiB',
  import_file_unreadable: '{file} may not be read by this account',
  import_given_gone: 'What was given is not there any more; give it again',
  import_is_backup: '{file} is a backup of Lectern: restore it with the backups',
  import_no_books: 'No book of theirs was found here; say where their folders are',
  import_no_database: '{file} is no SQLite database, or it is encrypted',
  import_no_export: '{file} is not that of an export of Lectern',
  import_no_file: '{file} is not a file',
  import_no_log: 'A log belongs to a database that was uploaded',
  import_not_found_in: 'No database of another server was found in {file}',
  import_not_running: 'The import does not run',
  import_reading: 'The database is being read; wait until it is ready',
  import_refused: '{message}',
  import_running: 'An import is running already',
  import_too_new:
    'The database is of a newer {program} than {newest} ({version}), which this version of Lectern does not know',
  import_too_old:
    'The database is of {program} before {oldest}; update {program} first, start it once, and try again',
  import_unknown_program: 'The database is of none of the programs that can be moved from ({programs})',
  import_unreadable: '{file} cannot be read: {message}',
  last_administrator: 'The last active administrator can neither be removed, demoted nor disabled',
  library_name_taken: 'There is a library called "{name}" already',
  library_removed: 'The library was removed',
  library_without_folder: 'The library has no folder',
  list_automatic: 'The {list} is automatic: its condition says what it holds',
  list_full: 'A {list} holds at most {max}',
  list_name_taken: 'There is a {list} of this name',
  list_pinned: 'This list is a pinned filter, which is changed where it was made',
  lists_full: 'At most {max} {list}s are kept; remove one first',
  locator_too_large: 'At most 64 KiB are allowed',
  locator_unknown: 'It names no place in this book',
  match_nothing_to_undo: 'There is no change of matches to take back',
  name_not_allowed: 'This name is not allowed',
  needs_administrator: 'The account has the same rights as you: only an administrator may do this',
  needs_administrator_first: 'The first administrator has to be created first',
  needs_date: 'A date (2026-01-31) or a time (2026-01-31T12:00:00Z) is needed',
  needs_day: 'A year, a month or a day is needed: 2020, 2020-05, 2020-05-31',
  needs_duration: 'An ISO 8601 duration such as P30D is needed',
  needs_list: 'A list is needed',
  needs_min_or_max: 'min or max is needed',
  needs_number: 'A number is needed',
  needs_password: 'This account may more than the one in use: it needs its password',
  needs_path_or_paths: 'Give either `path` or `paths`',
  needs_permission: 'This needs the permission {permission}',
  needs_position: 'One of currentPage, progressPercentage, locator or completed is needed',
  needs_start_or_end: 'start or end is needed',
  needs_text: 'A text is needed',
  needs_uuid: 'A UUID is needed',
  no_nul: 'The character NUL is not allowed',
  no_such_book: 'There is no such thing',
  no_such_library: 'There is no such library',
  no_such_list: 'There is no such collection, read list or preset',
  no_such_resource: 'The book has no such resource',
  no_such_tag: 'There is no such sharing tag',
  no_such_timezone: 'There is no such time zone',
  not_a_font: 'A font is a WOFF2, WOFF, TrueType or OpenType file',
  not_a_picture: 'A cover is a JPEG, PNG, WebP, AVIF or GIF picture',
  not_signed_in: 'Sign in first',
  not_signed_in_here: 'This account is not signed in here',
  other_site: 'A request of another site may not change anything by your cookie',
  passwords_full: 'A user has at most {max} passwords; remove one first',
  pattern_invalid: 'This is not a pattern for paths',
  plugin_busy: 'The plugin has too much to do; try again in a moment',
  plugin_config_kind: '{field} of the plugin has to be of the kind {kind}',
  plugin_disabled: 'The plugin is turned off',
  plugin_folder_refused:
    '{path} lies outside the folders that the configuration allows for plugins (plugins.folders)',
  plugin_install_failed: 'The plugin could not be installed: {message}',
  plugin_no_package: 'This is no package of a plugin: {what}',
  plugin_offline: 'Plugins do not run while everything outside of this server is turned off (online.enabled)',
  plugin_package_missing: 'The registry has no package {package} of this version',
  plugin_registry_missing:
    'Plugins cannot be installed by name: the configuration names no registry (plugins.registry)',
  plugin_said: 'The plugin says: {message}',
  plugin_stopped_working: 'The plugin failed: {message}',
  plugin_too_large: 'The package of a plugin has at most {max} MiB',
  plugin_waiting: 'The plugin waits and is asked again in {seconds} seconds',
  plugins_full: 'At most {max} plugins are installed',
  position_given_up: 'The place was given up after this reading',
  position_known: 'A later reading is known',
  preference_too_large: '{key}: a preference has at most 64 KiB',
  preferences_full: 'At most {max} preferences are kept for each user',
  preset_name_taken: 'You have a preset of this name',
  presets_full: 'At most {max} presets are kept for each user',
  process_ended: 'The process that ran it ended unexpectedly',
  property_unknown: 'Unknown property',
  provider_email_taken: 'An account here has your e-mail address and cannot be linked; ask the administrator',
  provider_refused: 'The sign-in provider refused ({error})',
  provider_sign_in_failed: 'The sign-in provider did not sign you in ({error})',
  provider_sign_in_over:
    'This sign-in was not begun in this browser, took longer than ten minutes or is finished; begin again',
  provider_silent: 'The sign-in provider does not answer; try again in a moment',
  provider_unverified: 'What the sign-in provider says cannot be verified; sign in again',
  provider_without_account: 'You have no account here; the administrator decides who of {provider} gets one',
  read_list_invalid: 'This is no read list',
  refresh_token_over: 'The refresh token is not valid any more',
  registration_closed: 'This server does not take registrations',
  restore_running: 'A backup is being restored already',
  rights_beyond: 'The account has rights that you do not have: {permissions}',
  root_changed_permissions: '{path} cannot be read; its permissions have changed. No book was let go',
  root_emptied:
    '{path} holds none of its {count} books any more; is its disk mounted? If it is meant to be empty, scan with confirmRemovals=true. No book was let go',
  root_empty:
    '{path} is empty although it held books; is its disk mounted? If it is meant to be empty, scan with confirmRemovals=true. No book was let go',
  root_missing: '{path} is missing; is its disk mounted? No book was let go',
  root_no_folder: '{path} is not a folder any more. No book was let go',
  root_of_server:
    '{path} belongs to the server itself (data folder, database or cache) and is not scanned; give the library another folder',
  root_unreadable: '{path} cannot be read ({code}). No book was let go',
  scan_failed: 'Something went wrong; whoever manages the library sees what',
  scan_held:
    '{gone} of {all} books are not where they were. They are kept; if that is meant, scan again in a day, or now with confirmRemovals=true',
  scan_not_running: 'The library is not being scanned',
  scan_running: 'The library is being scanned already',
  sees_beyond: 'The account sees parts of the library that you do not see',
  server_stopping: 'The server is stopping',
  set_up_already: 'The server is set up already',
  setting_not_a_choice: 'it has to be one of {choices}',
  setting_not_a_flag: 'it has to be true or false',
  setting_not_a_number: 'it has to be a number from {minimum} to {maximum}',
  setting_not_a_size: 'it has to be a whole number of bytes from {minimum} to {maximum}',
  setting_not_an_integer: 'it has to be a whole number from {minimum} to {maximum}',
  setting_not_as_described: 'it is not of the form that the description names',
  setup_code_needed:
    'Setting up this server from another device needs the setup code, which its terminal and log show',
  setup_code_wrong: 'This is not the setup code that the terminal and the log of this server show',
  sign_ins_busy: 'Too many people are signing in; try again in a moment',
  sort_direction_unknown: 'Unknown direction "{direction}"; allowed: asc, desc',
  sort_field_unknown: 'Unknown field "{field}"; allowed: {fields}',
  span_too_long: 'The span is too long',
  storage_unreadable: 'The file cannot be read right now',
  streams_full: 'There are too many open streams',
  tag_conditions: 'Conditions on sharing tags need the permission series:write or users:read',
  tag_name_taken: 'There is a sharing tag of this name',
  tag_restricts: 'The tag stands in the restrictions of accounts: {users}',
  tag_twice: 'The tag is named twice',
  task_ended: 'The task has ended already',
  task_failed: 'Something went wrong',
  task_not_failed: 'Only a failed or cancelled task can be run again',
  task_timeout: 'It took too long and was stopped',
  task_unknown: 'This version of Lectern does not know tasks of type {type}',
  text_not_storable: 'NUL and lone surrogates are not allowed',
  text_too_long: 'At most {max} characters are allowed',
  timezone_unknown: 'Not an IANA time zone such as Europe/Berlin',
  too_many_values: 'At most {max} values are allowed',
  upload_missing: 'The file is missing',
  username_invisible: 'A name needs a visible character',
  username_is_email: "A name that is an e-mail address must be the account's own",
  username_taken: 'This user name is taken',
  wrong_credentials: 'The user name or the password is not right',
  wrong_password: 'The current password is not right',
  ...importNotes,
} as const;

export type ReasonKey = keyof typeof sentences;
export const reasonKeys = keysOf(sentences);

type Value = string | number;
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Params<Key extends ReasonKey> = Readonly<Record<NamesIn<(typeof sentences)[Key]>, Value>>;

/** Whether there is such a reason. */
export const isReasonKey = (key: string): key is ReasonKey => Object.hasOwn(sentences, key);

/** In data and in English. */
export interface Reason {
  reason: ReasonKey;
  params?: Readonly<Record<string, Value>>;
  message: string;
}

/** The values of a reason; no argument where its sentence has none. */
export type ReasonValues<Key extends ReasonKey> =
  NamesIn<(typeof sentences)[Key]> extends never ? [] : [params: Params<Key>];

const toSentence = (key: ReasonKey, params: Readonly<Record<string, Value>> = {}): string =>
  sentences[key].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));

export const reason = <Key extends ReasonKey>(key: Key, ...[params]: ReasonValues<Key>): Reason =>
  toReason({ reason: key, ...(params && { params }) });

/** Adds the English sentence. */
export const toReason = ({ reason: key, params }: Omit<Reason, 'message'>): Reason => ({
  reason: key,
  ...(params && { params }),
  message: toSentence(key, params),
});

/** The options of zod's `refine` and `addIssue`: the server answers with the reason as `code` and `params`. */
export const because = (why: Reason) => ({ message: why.message, params: { why } });
