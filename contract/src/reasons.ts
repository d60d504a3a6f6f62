// Messages for users, each with a stable key. Responses contain the key (`reason`) and its values (`params`), so that
// clients can translate them, and the English text (`message`). These are the only English texts of the messages.

import { accessMessages } from './identity/access-messages.ts';
import { importNotes } from './import/import-notes.ts';
import { namingMessages } from './ingest/naming-pattern.ts';
import { fillMessage } from './message-text.ts';
import { keysOf } from './records.ts';

/** The meaning and the values of a published key never change. */
export const reasonMessages = {
  account_disabled: 'This account is disabled.',
  account_gone: 'This account no longer exists.',
  account_taken: 'The user name or e-mail address is taken.',
  annotation_deleted: 'This annotation was deleted.',
  annotation_elsewhere: 'An annotation of another book has this id.',
  annotations_full: 'A user can have at most {max} annotations.',
  annotations_of_book_full: 'A book can have at most {max} annotations.',
  api_key_beyond: 'An API key cannot grant permissions that it does not have: {permissions}',
  api_key_of_another:
    "For another user's key you can only reduce permissions, shorten its lifetime or disable it.",
  api_key_outlives: 'An API key cannot create a key with a longer lifetime.',
  api_key_refused: 'API keys cannot do this. Sign in with a password.',
  api_keys_full: 'A user can have at most {max} keys. Remove one first.',
  backup_damaged: 'The backup is damaged.',
  backup_database_server:
    'The server uses PostgreSQL. Back up and restore the database with pg_dump and pg_restore.',
  backup_folder_missing: 'The folder for scheduled backups does not exist: {path}',
  backup_newer: 'The backup was created by a newer version of Lectern. Update this server first.',
  backup_no_administrator: 'The backup has no active administrator.',
  backup_not_a_backup: 'This file is neither a backup of Lectern nor its database.',
  backup_running: 'A backup is already being created.',
  backup_too_large: 'The backup is too large.',
  backup_unexpected_content: 'The file contains data that does not belong to a backup.',
  backup_without_room:
    'The unpacked backup needs {size}, but the disk of the data folder has only {left} left.',
  book_has_pages: 'The book has {count} pages.',
  book_is_backup: '{path} is a backup of the server, not a book.',
  book_no_epub: 'This book cannot be converted to EPUB.',
  book_programs: 'Scripts in books are blocked.',
  condition_field_unknown: 'Unknown field. Available fields: {fields}',
  condition_has_members: 'An automatic list cannot have fixed members.',
  condition_incomplete: 'Enter an object with an operator.',
  condition_needs_list: 'Enter a list of conditions.',
  condition_needs_one: 'Enter exactly one of allOf, anyOf, not or a field.',
  condition_operator_unknown: 'Unknown operator. Available operators for {field}: {operators}',
  condition_too_deep: 'A condition can have at most {max} levels.',
  condition_too_large: 'A condition can have at most {max} parts.',
  conversion_not_read: 'The converted file could not be read and was removed. The original is unchanged.',
  conversion_nothing:
    'There is nothing to convert. Only comics in RAR, 7z and tar archives can be converted.',
  cookies_of_other_site: 'Only pages of this server can sign in with cookies.',
  cover_chosen: 'The cover was chosen by a user.',
  cover_gone: '{name} no longer has this cover.',
  cover_no_picture: '{name} did not return a usable image.',
  cover_not_fetched: 'The cover from {name} could not be downloaded: {why}',
  cover_not_uploaded: 'Only uploaded covers and covers from providers can be deleted.',
  credit_pages_limited:
    'You can access only a part of this library. Skipped pages apply to the whole library.',
  cron_invalid: 'Enter a valid schedule.',
  data_disk_full: 'The disk of the data folder is full. Free some space and try again.',
  database_silent: 'The database does not respond. Try again in a moment.',
  database_slow: 'The request takes too long. Try a simpler search.',
  days_known: 'Statistics are available from {first} to {last}.',
  devices_full: 'A user can have at most {max} devices. Remove one first.',
  disk_full: 'The disk of the server is full. Nothing was changed.',
  disk_read_only: 'The disk of the server is read-only. Nothing was changed.',
  drop_arriving: 'The file is still being copied or analyzed. Try again in a moment.',
  drop_busy: 'The file is being moved.',
  drop_folder_off: 'No drop folder is configured (drop_folder.path).',
  drop_library: 'Choose a library first.',
  drop_folder_overlaps: 'The drop folder overlaps with a library. Choose a folder outside all libraries.',
  drop_gone: 'The file is no longer in the drop folder, or it was replaced.',
  email_taken: 'This e-mail address is taken.',
  event_types_known: 'Available types: {types}',
  expired: 'Enter a time in the future.',
  figures_too_many: 'The period has more than 1,000 values. Choose weeks or months.',
  file_backup: 'The file is a backup of the server, not a book.',
  file_changes_off:
    'This library does not allow moving or deleting files. An administrator can change this in the library settings.',
  file_crashed: 'Reading the file failed unexpectedly.',
  file_crc_mismatch: 'A file in the archive is damaged: its checksum is wrong.',
  file_damaged: 'The file is damaged.',
  file_doctype: 'An XML document in the file contains a document type, which is not allowed.',
  file_empty: 'The file is empty.',
  file_encrypted: 'The file is encrypted. Remove the password and add the file again.',
  file_link: 'The archive contains a link instead of a file.',
  file_malformed: 'A document in the file is not well-formed.',
  file_memory: 'Reading the file needs too much memory.',
  file_missing_container: 'The EPUB is incomplete: its container document is missing.',
  file_missing_items: 'The EPUB contains none of the documents in its reading order.',
  file_missing_package: 'The EPUB is incomplete: its package document is missing.',
  file_missing_volume: 'The part {entry} of the archive is missing.',
  file_multi_volume: 'The archive is one of several parts. Put all parts into the same folder.',
  file_overlap: 'The archive has overlapping entries and was not opened for safety.',
  file_replaced: 'The file was just replaced. Try again.',
  file_signed: 'The file is digitally signed. Changing it would break the signature.',
  file_timeout: 'Reading the file takes too long.',
  file_too_deep: 'An XML document in the file is nested too deeply.',
  file_too_large: 'An image or document in the file is too large.',
  file_truncated: 'The file is incomplete. It may still be copying.',
  file_undecodable: 'The image cannot be decoded.',
  file_unknown_format: 'The format of the file is unknown.',
  file_unreadable: 'The file cannot be read.',
  file_unsupported_format: 'This format is not supported.',
  file_unsupported_method: 'The archive uses an unsupported compression method.',
  folder_contains: '{path} contains {other}.',
  folder_contains_of_library: '{path} contains {other}, a folder of the library “{library}”.',
  folder_denied:
    '{path} cannot be reached: the folder {folder} denies access. Give the account that runs Lectern permission to open that folder.',
  folder_elsewhere: '{path} is outside the folders that this server allows: {allowed}',
  folder_inside: '{path} is inside {other}.',
  folder_inside_of_library: '{path} is inside {other}, a folder of the library “{library}”.',
  folder_is_file: '{path} is a file. Choose a folder.',
  folder_links: 'Skipped links and special files in {path}: {count}',
  folder_listed: '{path} is already listed as {other}.',
  folder_listed_of_library: '{path} is already listed as {other}, a folder of the library “{library}”.',
  folder_missing: '{path} does not exist. Check the path.',
  folder_of_another: 'This folder overlaps with another library.',
  folder_of_server:
    '{path} is used by the server itself (data folder, database, cache or drop folder). Choose another folder.',
  folder_of_server_skipped: 'Skipped {path}, which is used by the server itself.',
  folder_pattern_refused:
    'The ignore file in {path} contains an invalid pattern, which was skipped: {pattern}',
  folder_skipped: '{path} cannot be read ({code}). Its books were kept unchanged.',
  folder_unreadable: '{path} cannot be read. Give the account that runs Lectern permission to read it.',
  folder_unusable: '{path} cannot be used ({code}).',
  folder_with_server:
    '{path} contains folders of the server itself (data folder, database, cache or drop folder). Choose a folder without them.',
  folders_by_administrators:
    'Choosing library folders requires the permission system:admin, because this server does not limit them (scanner.allowed_roots).',
  font_damaged: 'The font is damaged or incomplete.',
  font_too_large: 'A font can have at most {max} MiB.',
  fonts_full: 'A user can have at most {max} fonts. Remove one first.',
  from_after_to: 'The start must not be after the end.',
  formats_other_library: 'The formats of a book must be in the same library.',
  formats_readers_differ:
    'The series of these books differ in their age rating or sharing tags. As one entry, all files can be read by the users who can see the entry.',
  formats_same: 'The book already has a file in the format {format}.',
  glob_invalid: 'Enter a valid file name pattern.',
  groups_without_library:
    'Your groups do not give you access to a library on this server. Contact your administrator.',
  import_archive_refused: 'The archive cannot be imported: {what}',
  import_backup_missing: 'The backup that was created before the import no longer exists.',
  import_books_elsewhere:
    "The books of {program} are in calibre's metadata.db, which is not in {folder}. Copy it next to app.db, or use the command line with --map {folder}=<folder on this server>.",
  import_busy: '{file} changes constantly. Stop its program for a moment and try again.',
  import_cut_off:
    '{file} is damaged, or its program was writing to it while it was copied ({what}). Stop the program and copy it with its -wal file.',
  import_ended: 'The import has already ended.',
  import_export_damaged: 'The export is damaged: {what}',
  import_export_newer:
    'The export was created by a newer version of Lectern (format {version}; this version reads {newest}). Update this server first.',
  import_file_elsewhere: '{path} is outside the folders that this server allows: {allowed}',
  import_file_missing: '{file} does not exist.',
  import_file_of_server: '{path} is used by this server itself.',
  import_file_too_large: '{file} is larger than {max} GiB.',
  import_file_unreadable: '{file} cannot be read. Give the account that runs Lectern permission to read it.',
  import_given_gone: 'The uploaded data was deleted. Upload it again.',
  import_is_backup: '{file} is a backup of Lectern. Restore it under Administration → Backup.',
  import_no_books: 'None of its books was found. Choose the folders that contain them.',
  import_no_database: '{file} is not an SQLite database, or it is encrypted.',
  import_no_export: '{file} does not belong to an export of Lectern.',
  import_no_file: '{file} is not a file.',
  import_no_log: 'A -wal file can only be added to an uploaded database.',
  import_not_found_in: '{file} contains no database of a supported server.',
  import_not_running: 'The import is not running.',
  import_reading: 'The database is still being read. Try again in a moment.',
  import_refused: '{message}',
  import_running: 'Another import is running. Wait until it has finished.',
  import_too_new:
    'The database was created by a newer {program} than {newest} ({version}), which this version of Lectern does not support.',
  import_too_old:
    'The database was created by a {program} before {oldest}. Update {program}, start it once, and try again.',
  import_unknown_program: 'This is not a database of a supported program: {programs}',
  import_unreadable: '{file} cannot be read: {message}',
  last_administrator: 'The last active administrator cannot be deleted, demoted or disabled.',
  library_limited: 'You can access only a part of this library. Do this for a series or book instead.',
  library_name_taken: 'A library named “{name}” already exists.',
  library_removed: 'The library was removed.',
  library_without_folder: 'The library has no folder.',
  list_automatic: 'The members of this {list} are determined by its condition. Change the condition instead.',
  list_full: 'A {list} can have at most {max} entries.',
  list_name_taken: 'A {list} with this name already exists.',
  list_pinned: 'This list is a pinned preset. Change the preset instead.',
  lists_full: 'This server can have at most {max} {list}s. Remove one first.',
  locator_too_large: 'The position is larger than 64 KiB.',
  locator_unknown: 'This position does not exist in the book.',
  match_nothing_to_undo: 'There is no change of matches to undo.',
  metadata_file_changed: 'The file has changed since the last scan. Scan the library and try again.',
  metadata_file_missing: 'The file is missing. Scan the library and try again.',
  metadata_no_plain_file: 'The path is a link or special file, which is not replaced.',
  metadata_not_writable: 'Metadata cannot be saved to image folders and archives in several parts.',
  metadata_owner:
    'The file belongs to another account of the operating system, and the server cannot preserve its owner.',
  metadata_refused: 'The file cannot be written: {problem}',
  metadata_writing_off:
    'This library does not allow saving metadata to files. An administrator can change this in the library settings.',
  move_extension: 'The file name must keep the extension {extension}.',
  move_into_book: '{path} is a book.',
  move_into_itself: 'A folder cannot be moved into itself.',
  move_name: '“{name}” is not a valid file or folder name.',
  move_readers_grow:
    'More users can see these books afterwards: the new series or library has other age ratings, sharing tags or users.',
  move_same: 'The file is already at this location.',
  name_not_allowed: 'This name is not allowed.',
  needs_administrator: 'This account has the same permissions as you. Only an administrator can change it.',
  needs_administrator_first: 'Create the first administrator before signing in this way.',
  needs_date: 'Enter a date (2026-01-31) or a time (2026-01-31T12:00:00Z).',
  needs_day: 'Enter a year, month or day: 2020, 2020-05 or 2020-05-31.',
  needs_duration: 'Enter an ISO 8601 duration, such as P30D.',
  needs_list: 'Enter a list.',
  needs_min_or_max: 'Enter min or max.',
  needs_number: 'Enter a number.',
  needs_password: 'This account has more permissions than the current one. Enter its password.',
  needs_path_or_paths: 'Enter either `path` or `paths`.',
  needs_permission: 'You need the permission {permission}.',
  needs_position: 'Enter one of currentPage, progressPercentage, locator or completed.',
  needs_start_or_end: 'Enter start or end.',
  needs_text: 'Enter a text.',
  needs_uuid: 'Enter a UUID.',
  no_nul: 'NUL characters are not allowed.',
  no_such_book: 'This item does not exist.',
  no_such_library: 'This library does not exist.',
  no_such_list: 'This collection, read list or preset does not exist.',
  no_such_resource: 'The book does not contain this resource.',
  no_such_tag: 'This sharing tag does not exist.',
  no_such_timezone: 'This time zone does not exist.',
  not_a_font: 'Choose a WOFF2, WOFF, TrueType or OpenType font.',
  not_a_picture: 'Choose a JPEG, PNG, WebP, AVIF or GIF image.',
  not_signed_in: 'Sign in first.',
  not_signed_in_here: 'This account is not signed in in this browser.',
  other_site: 'Requests from other sites cannot make changes with your cookie.',
  passwords_full: 'A user can have at most {max} passwords. Remove one first.',
  pattern_invalid: 'Enter a valid path pattern.',
  plugin_busy: 'The plugin is busy. Try again in a moment.',
  plugin_config_kind: '{field} must be of the type {kind}.',
  plugin_built_in: 'Built-in providers can be turned off but not removed.',
  plugin_disabled: 'The plugin is turned off.',
  plugin_folder_refused:
    '{path} is outside the folders that the configuration allows for plugins (plugins.folders).',
  plugin_install_failed: 'The plugin could not be installed: {message}',
  plugin_no_package: 'This is not a plugin package: {what}',
  plugin_no_client: 'The client of the service is missing. Ask an administrator to enter it.',
  plugin_offline: 'Internet access is turned off for plugins (online.enabled).',
  plugin_package_missing: 'The registry has no package {package} in this version.',
  plugin_registry_missing:
    'Plugins cannot be installed by name, because no registry is configured (plugins.registry).',
  plugin_said: 'The plugin reports: {message}',
  plugin_sign_in_over:
    'The sign-in expired, was completed before, or was started in another browser. Try again.',
  plugin_stopped_working: 'The plugin failed: {message}',
  plugin_too_large: 'A plugin package can have at most {max} MiB.',
  plugin_unrestricted:
    "This system cannot restrict the plugin: it would have all permissions of the server's account. Allow it to run without restrictions if you trust it.",
  plugin_waiting: 'The plugin reached its limit. Try again in {seconds} seconds.',
  tracking_no_id: 'This address does not contain the id of an entry.',
  tracking_not_connected: 'Connect your account of this service first.',
  plugins_full: 'At most {max} plugins can be installed. Remove one first.',
  position_given_up: 'The progress in this book was deleted after this reading.',
  position_known: 'A newer position is already stored.',
  preference_too_large: '{key}: a preference can have at most 64 KiB.',
  preferences_full: 'A user can have at most {max} preferences.',
  preset_name_taken: 'You already have a preset with this name.',
  presets_full: 'A user can have at most {max} presets. Remove one first.',
  process_ended: 'The server process ended unexpectedly.',
  property_unknown: 'This property is unknown.',
  proposal_accepted: 'This proposal was already accepted.',
  provider_email_taken:
    'An account on this server has your e-mail address and cannot be linked. Contact your administrator.',
  provider_refused: 'The sign-in provider rejected the sign-in ({error}).',
  provider_sign_in_failed: 'The sign-in provider could not sign you in ({error}).',
  provider_sign_in_over:
    'The sign-in expired, was completed before, or was started in another browser. Sign in again.',
  provider_silent: 'The sign-in provider does not respond. Try again in a moment.',
  provider_unverified: 'The response of the sign-in provider could not be verified. Sign in again.',
  provider_without_account:
    'You have no account on this server. Ask your administrator for access with {provider}.',
  read_list_invalid: 'This is not a valid read list.',
  refresh_token_over: 'The refresh token is no longer valid. Sign in again.',
  registration_closed: 'This server does not allow registration.',
  restore_running: 'A backup is already being restored.',
  rights_beyond: 'The account has permissions that you do not have: {permissions}',
  root_changed_permissions:
    '{path} cannot be read. Give the account that runs Lectern permission to read it. All books were kept.',
  root_denied:
    '{path} cannot be reached: the folder {folder} denies access. Give the account that runs Lectern permission to open that folder. All books were kept.',
  root_disconnected:
    '{path} is on a disk or network share that is not connected ({code}). All books were kept.',
  root_disk_fault: '{path} cannot be read: its disk reports errors ({code}). All books were kept.',
  root_emptied:
    '{path} contains none of its books ({count}). Check whether its disk is connected. All books were kept. If the folder is meant to be empty, confirm the removal.',
  root_empty:
    '{path} is empty but contained books. Check whether its disk is connected. All books were kept. If the folder is meant to be empty, confirm the removal.',
  root_missing: '{path} is missing. Check whether its disk is connected. All books were kept.',
  root_no_folder: '{path} is no longer a folder. All books were kept.',
  root_of_server:
    '{path} is used by the server itself (data folder, database or cache) and cannot be scanned. Choose another folder.',
  root_unreadable: '{path} cannot be read ({code}). All books were kept.',
  scan_failed: 'The scan failed. Users who manage the library can see the details.',
  scan_held:
    '{gone} of {all} books are missing. They were kept. If they were removed on purpose, scan again in a day or confirm the removal now.',
  scan_not_running: 'The library is not being scanned.',
  scan_running: 'The library is already being scanned.',
  sees_beyond: 'The account has access to parts of the library that you cannot access.',
  server_stopping: 'The server is shutting down. Try again in a moment.',
  set_up_already: 'The server is already set up.',
  setting_not_a_choice: 'The value must be one of: {choices}',
  setting_not_a_flag: 'The value must be true or false.',
  setting_not_a_number: 'The value must be a number from {minimum} to {maximum}.',
  setting_not_a_size: 'The value must be a whole number of bytes from {minimum} to {maximum}.',
  setting_not_an_integer: 'The value must be a whole number from {minimum} to {maximum}.',
  setting_not_as_described: 'The value does not have the required format.',
  sign_ins_busy: 'Too many users are signing in. Try again in a moment.',
  sort_direction_unknown: 'Unknown direction “{direction}”. Available directions: asc, desc',
  sort_field_unknown: 'Unknown field “{field}”. Available fields: {fields}',
  span_too_long: 'The period is too long. Choose a shorter one.',
  storage_unreadable: 'The file cannot be read. Check whether its disk is connected.',
  streams_full: 'Too many event streams are open. Try again later.',
  tag_conditions: 'Conditions on sharing tags require the permission series:write or users:read.',
  tag_name_taken: 'A sharing tag with this name already exists.',
  tag_restricts: 'The tag is used in restrictions of users ({users}). Remove it there first.',
  tag_twice: 'The tag is listed twice.',
  task_ended: 'The task has already ended.',
  task_failed: 'The task failed. The server log contains the details.',
  task_not_failed: 'Only failed or cancelled tasks can be retried.',
  task_timeout: 'The task took too long and was stopped.',
  task_unknown: 'This version of Lectern does not support tasks of the type {type}.',
  text_not_storable: 'NUL characters and lone surrogates are not allowed.',
  text_too_long: 'Enter at most {max} characters.',
  timezone_unknown: 'Enter an IANA time zone, such as Europe/Berlin.',
  too_many_values: 'Enter at most {max} values.',
  trash_file_missing: '{path} is missing. Scan the library and try again.',
  trash_gone: 'The file is no longer in the trash.',
  trash_name_taken: '{path} exists again. Existing files are not overwritten.',
  trash_root_gone: 'The folder no longer belongs to the library.',
  upload_beyond: 'The upload contains more data than announced.',
  upload_busy: 'This upload is already in progress. Try again in a moment.',
  upload_excluded: '{path} is excluded by the settings of this library.',
  upload_exists: '{path} already exists.',
  upload_format: '{name} has a format that this library does not include.',
  upload_gone: 'The folder no longer belongs to the library. Choose another folder.',
  upload_header: 'The upload does not follow tus 1.0.0: {message}',
  upload_limit: 'At most {max} can be uploaded in a day. {left} are left.',
  upload_missing: 'The file is missing.',
  upload_name: '{name} is not a valid file name.',
  upload_needs_length: 'The size of the file is missing (Upload-Length).',
  upload_no_room: 'The disk of the library does not have enough space ({left} left).',
  upload_offset: 'The upload does not continue at this byte. Send a HEAD request for the current offset.',
  upload_outside: '{path} is outside the library folder.',
  upload_over: 'The upload has ended, was cancelled or took too long. Start it again.',
  upload_read_only: 'The server cannot write to {path}. Check its permissions.',
  upload_taken: '{path} is already being uploaded.',
  upload_too_large: 'A file can have at most {max}.',
  uploads_full: 'At most {max} uploads can be open at the same time.',
  username_invisible: 'A user name needs a visible character.',
  username_is_email: 'A user name can be an e-mail address only if it is that of the account.',
  username_taken: 'This user name is taken.',
  wrong_credentials: 'The user name or password is wrong.',
  wrong_password: 'The current password is wrong.',
  ...accessMessages,
  ...namingMessages,
  ...importNotes,
} as const;

export type ReasonKey = keyof typeof reasonMessages;
export const reasonKeys = keysOf(reasonMessages);

type Value = string | number;
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Params<Key extends ReasonKey> = Readonly<Record<NamesIn<(typeof reasonMessages)[Key]>, Value>>;

export const isReasonKey = (key: string): key is ReasonKey => Object.hasOwn(reasonMessages, key);

/** Message with its machine-readable form. */
export interface Reason {
  reason: ReasonKey;
  params?: Readonly<Record<string, Value>>;
  message: string;
}

/** Arguments for the values of a message. Empty if it has none. */
export type ReasonValues<Key extends ReasonKey> =
  NamesIn<(typeof reasonMessages)[Key]> extends never ? [] : [params: Params<Key>];

export const reason = <Key extends ReasonKey>(key: Key, ...[params]: ReasonValues<Key>): Reason =>
  toReason({ reason: key, ...(params && { params }) });

/** Adds the English text. */
export const toReason = ({ reason: key, params }: Omit<Reason, 'message'>): Reason => ({
  reason: key,
  ...(params && { params }),
  message: fillMessage(reasonMessages[key], params),
});

/** Options for zod's `refine` and `addIssue`. The issue in the response has the reason as `code` and `params`. */
export const because = (why: Reason) => ({ message: why.message, params: { why } });
