import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  peopleSyncCoverages,
  peopleSyncOutcomes,
  peopleSyncSchedules,
  peopleSyncSources,
  peopleSyncStates,
} from '#contract/people-sync.ts'
import {
  flag,
  id,
  idParams,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageOf,
  pageQueryParams,
  time,
  wholeNumber,
} from './common.ts'
import { dateOrders, importField } from './imports.ts'
import { person } from './users.ts'

const coverage = z.enum(peopleSyncCoverages, 'wrong_format')
const header = oneLineText(1, limits.people_sync_header_chars_max)

/** The kept field of a column, by the column's header in any case. */
const mappedColumn = namedStrictObject('PeopleSyncColumn', { header, field: importField })
export type MappedColumn = z.infer<typeof mappedColumn>

/** The numbers of people and rows of a run by what happens to them. */
const counts = namedObject('PeopleSyncCounts', {
  new: z.number().int(),
  changed: z.number().int(),
  conflict: z.number().int(),
  missing: z.number().int(),
  deactivated: z.number().int(),
  refused: z.number().int(),
})

/**
 * A file of people and what it changes. `columns`: the fields that the run read. `code`: why it
 * stopped or failed. `synced`: the active people whom the sync keeps, of whom `deactivated` and
 * `missing` leave.
 */
export const peopleSyncRun = namedObject('PeopleSyncRun', {
  id: id('people_sync_run'),
  source: z.enum(peopleSyncSources),
  coverage: z.enum(peopleSyncCoverages),
  state: z.enum(peopleSyncStates),
  dry_run: z.boolean(),
  file_name: z.string(),
  /** SHA-256 of the file in hexadecimal digits; empty until the file was fetched. */
  file_hash: z.string(),
  columns: z.array(namedObject('PeopleSyncReadColumn', { header: z.string(), field: importField })),
  rows: z.number().int(),
  /** Rows that have been checked, and changes that have been applied. */
  checked: z.number().int(),
  applied: z.number().int(),
  synced: z.number().int(),
  counts,
  code: z.string().nullable(),
  created_by: person.nullable(),
  created_at: time,
  finished_at: time.nullable(),
})
export type PeopleSyncRun = z.infer<typeof peopleSyncRun>
export const peopleSyncRunsPage = pageOf(peopleSyncRun)
export const peopleSyncRunParams = idParams('people_sync_run')
export const peopleSyncPageParams = z.strictObject(pageQueryParams)

/**
 * How a file of people keeps the team. `has_authorization`: a header for the address of the file is
 * stored. `folder`: the operator has set up a folder for files; `folder_path` is the path below it.
 */
export const peopleSyncSettings = namedObject('PeopleSyncSettings', {
  source: z.enum(peopleSyncSources),
  address: z.string(),
  has_authorization: z.boolean(),
  file_name: z.string(),
  folder: z.boolean(),
  folder_path: z.string(),
  schedule: z.enum(peopleSyncSchedules),
  hour: z.number().int(),
  coverage: z.enum(peopleSyncCoverages),
  columns: z.array(mappedColumn),
  date_orders: dateOrders,
  leavers_percent_max: z.number().int(),
  invites: z.boolean(),
  next_run_at: time.nullable(),
  last_run: peopleSyncRun.nullable(),
})
export type PeopleSyncSettings = z.infer<typeof peopleSyncSettings>
export const peopleSyncSettingsInput = z
  .strictObject({
    source: z.enum(peopleSyncSources, 'wrong_format'),
    address: oneLineText(0, limits.people_sync_address_chars_max),
    /** The value of the Authorization header. Empty removes it, and so does another address. */
    authorization: oneLineText(0, limits.people_sync_authorization_chars_max),
    file_name: oneLineText(0, limits.people_sync_file_name_chars_max),
    schedule: z.enum(peopleSyncSchedules, 'wrong_format'),
    /** Hour of the day in the time zone of the workspace, for the daily schedule. */
    hour: wholeNumber(0, 23),
    coverage,
    columns: z.array(mappedColumn, 'wrong_format').max(limits.import_columns_max, 'out_of_range'),
    date_orders: dateOrders,
    leavers_percent_max: wholeNumber(1, 100),
    invites: flag,
  })
  .partial()
  .meta({ id: 'PeopleSyncSettingsInput' })

const queryFlag = z.enum(['true', 'false'], 'wrong_format').transform((text) => text === 'true')
export const peopleFileQuery = z.strictObject({
  coverage,
  dry_run: queryFlag.default(false),
})
export const peopleSyncStart = namedStrictObject('PeopleSyncStart', {
  dry_run: flag.default(false),
})

/**
 * A person of a run. `fields`: what changes; `last` is what the sync wrote last, if the value was
 * changed by hand since. `line` is null for a person who is not in the file. `code`: why a row is
 * refused, or why a part of it was left out.
 */
const peopleSyncChange = namedObject('PeopleSyncChange', {
  id: z.number().int(),
  line: z.number().int().nullable(),
  user: person.nullable(),
  email: z.string(),
  name: z.string(),
  outcome: z.enum(peopleSyncOutcomes),
  fields: z.array(
    namedObject('PeopleSyncField', {
      field: importField,
      before: z.string(),
      after: z.string(),
      last: z.string().nullable(),
    }),
  ),
  code: z.string().nullable(),
})
export const peopleSyncChangesPage = pageOf(peopleSyncChange)
export const peopleSyncChangesQuery = z.strictObject({
  outcome: z.enum(peopleSyncOutcomes, 'wrong_format').optional(),
  /** The `id` after which the page begins. */
  cursor: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  limit: pageQueryParams.limit,
})
