import { z } from 'zod'
import {
  historyFields,
  historyProducts,
  historyRowCodes,
  historyStates,
} from '#contract/history-imports.ts'
import { limits } from '#contract/limits.ts'
import {
  flag,
  id,
  namedObject,
  namedStrictObject,
  oneLineText,
  searchText,
  time,
} from './common.ts'

const product = z.enum(historyProducts, 'wrong_format')
const field = z.enum(historyFields, 'wrong_format')
/** Order of day and month in dates like 03/04/2024. */
const dateOrder = z.enum(['dmy', 'mdy'], 'wrong_format')
const count = z.number().int()

/** Fields of the form of an upload. */
export const historyUpload = namedStrictObject('HistoryUpload', { product })
export type HistoryUpload = z.infer<typeof historyUpload>

/** Posts and points of someone in a file. */
const historyPerson = namedObject('HistoryPerson', {
  name: z.string(),
  email: z.string(),
  given_posts: count,
  given_points: count,
  received_posts: count,
  received_points: count,
})

/**
 * What the last check has found, to compare with the report of the product. Points are those of all
 * receivers.
 */
const historyTotals = namedObject('HistoryTotals', {
  posts: count,
  points: count,
  /** Posts that an earlier import has created. */
  known: count,
  givers: count,
  receivers: count,
  /** Givers and receivers who are no members. They become former teammates. */
  unknown: count,
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  years: z.array(namedObject('HistoryYear', { year: count, posts: count, points: count })),
  refusals: z.array(namedObject('HistoryRefusal', { code: z.enum(historyRowCodes), rows: count })),
  /** The points that members would get as opening balances. */
  opening: namedObject('HistoryOpening', { people: count, points: count }),
})
export type HistoryTotals = z.infer<typeof historyTotals>

/** An import of posts of another product. */
export const historyImport = namedObject('HistoryImport', {
  id: id('history_import'),
  product,
  state: z.enum(historyStates),
  file_name: z.string(),
  columns: z.array(
    namedObject('HistoryColumn', { header: z.string(), field, samples: z.array(z.string()) }),
  ),
  /** Null: the dates of the file decide. */
  date_order: dateOrder.nullable(),
  rows: count,
  /** Rows that the background work has done; while it undoes, posts that are left. */
  done: count,
  created: count,
  known: count,
  refused: count,
  totals: historyTotals.nullable(),
  opening_balances: flag,
  /** Points of opening balances, and those that an undo could not take back. */
  opened_points: count,
  kept_points: count,
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  /** Until when the import can be undone; null if it cannot. */
  undo_until: time.nullable(),
})
export type HistoryImport = z.infer<typeof historyImport>

/** Everything about a check: the import, its people with the most posts, and its hashtags. */
export const historyCheck = namedObject('HistoryCheck', {
  import: historyImport,
  people: z.array(historyPerson),
  tags: z.array(
    namedObject('HistoryTag', {
      tag: z.string(),
      posts: count,
      /** The value with this name; null: it would be created. */
      value_id: z.uuid().nullable(),
    }),
  ),
})
export type HistoryCheck = z.infer<typeof historyCheck>

export const historyMapping = namedStrictObject('HistoryMapping', {
  columns: z.array(field, 'required').max(limits.history_columns_max),
  date_order: dateOrder.nullable().default(null),
})
export type HistoryMapping = z.infer<typeof historyMapping>

/** A page of the people of an import who are no members, `limits.history_page_rows` from 0. */
export const historyPeopleQuery = z.strictObject({
  page: z.coerce
    .number()
    .int()
    .min(0)
    .max(limits.history_people_max / limits.history_page_rows)
    .default(0),
  search: searchText.default(''),
})
export type HistoryPeopleQuery = z.infer<typeof historyPeopleQuery>
export const historyPeople = namedObject('HistoryPeoplePage', {
  total: count,
  people: z.array(
    namedObject('HistoryUnknownPerson', {
      /** The former teammate; null before the start. */
      former_user_id: z.uuid().nullable(),
      ...historyPerson.shape,
    }),
  ),
})
export type HistoryPeople = z.infer<typeof historyPeople>

export const historyStart = namedStrictObject('HistoryStart', {
  /** Creates a value for each hashtag without one. Otherwise its posts get the default value. */
  create_values: flag.default(false),
  /** Existing values of hashtags. */
  values: z
    .array(
      namedStrictObject('HistoryTagValue', {
        tag: oneLineText(1, limits.history_text_chars_max),
        value_id: id('value'),
      }),
    )
    .max(limits.history_tags_max)
    .default([]),
  /** Gives members the points that they have received in the imported posts. */
  opening_balances: flag.default(false),
})
export type HistoryStart = z.infer<typeof historyStart>

export const historyMerge = namedStrictObject('HistoryMerge', {
  former_user_id: z.uuid('wrong_format').toLowerCase(),
  user_id: id('user'),
})
export type HistoryMerge = z.infer<typeof historyMerge>
export const historyMerged = namedObject('HistoryMerged', { posts: count })
