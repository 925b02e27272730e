import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  date,
  flag,
  hasWebAddress,
  id,
  isOneLine,
  namedObject,
  namedStrictObject,
  oneLineText,
  text,
  time,
  wholeNumber,
} from './common.ts'

const importState = z
  .enum(['uploaded', 'in_progress', 'canceled', 'failed', 'finished'])
  .meta({ id: 'ImportState' })
export type ImportState = z.infer<typeof importState>
const ownField = z.enum([
  'email',
  'full_name',
  'first_name',
  'last_name',
  'job_title',
  'birth_date',
  'hire_date',
  'manager',
  'department',
  'location',
  'country',
  'timezone',
  'employee_number',
  'cost_center',
  'away_from',
  'away_until',
  'status',
  'ignore',
])
/** A column of a custom attribute: `attribute:` with its id. */
const attributeField = z.templateLiteral(['attribute:', z.uuid()])
export type AttributeField = z.infer<typeof attributeField>
export const importField = z
  .union([ownField, attributeField], 'wrong_format')
  .meta({ id: 'ImportField' })
export type ImportField = z.infer<typeof importField>

/** Order of day and month in the dates of a column. */
const dateOrder = z.enum(['dmy', 'mdy'])
export type DateOrder = z.infer<typeof dateOrder>
/** Chosen orders of the date columns. Without one, the file decides. */
const dateOrderFields = {
  birth_date: dateOrder.optional(),
  hire_date: dateOrder.optional(),
  away_from: dateOrder.optional(),
  away_until: dateOrder.optional(),
}
export const dateOrders = namedStrictObject('ImportDateOrders', dateOrderFields)
export type DateOrders = z.infer<typeof dateOrders>

/** An import of people: its columns (guessed or chosen) and its progress. */
export const userImport = namedObject('UserImport', {
  id: id('import'),
  state: importState,
  file_name: z.string(),
  columns: z.array(
    namedObject('ImportColumn', {
      header: z.string(),
      field: importField,
      samples: z.array(z.string()),
    }),
  ),
  rows: z.number().int(),
  done: z.number().int(),
  invited: z.number().int(),
  updated: z.number().int(),
  refused: z.number().int(),
  deactivated: z.number().int(),
  /** Invited and updated people with an unreadable cell, which stayed empty. */
  warned: z.number().int(),
  failed_mails: z.number().int(),
  /**
   * People who are added but not invited, and the time of their invitation; null until it is
   * planned.
   */
  held: z.number().int(),
  /** People are added without an invitation, which is sent later. */
  holds_invites: z.boolean(),
  invites_at: time.nullable(),
  /** When the last invitation is sent, if the daily budget delays some. */
  mails_until: time.nullable(),
  created_at: time,
  finished_at: time.nullable(),
})
export type UserImport = z.infer<typeof userImport>
/** Rows by what happens to them. `warned` counts invited and updated rows with an unreadable cell. */
const reviewCounts = namedObject('ImportReviewCounts', {
  invite: z.number().int(),
  update: z.number().int(),
  refused: z.number().int(),
  /** Members who have left. */
  deactivate: z.number().int(),
  /** People who have left and are no active members. */
  ignore: z.number().int(),
  warned: z.number().int(),
})
export type ReviewCounts = z.infer<typeof reviewCounts>
export const importPreview = namedObject('ImportPreview', {
  counts: reviewCounts,
  mails_until: time.nullable(),
  /** The first departments and locations of the file that do not exist yet, and their number. */
  new_groups: z.object({ names: z.array(z.string()), total: z.number().int() }),
})
export type ImportPreview = z.infer<typeof importPreview>

const reviewView = z.enum(['problems', 'warnings', 'deactivate', 'invite', 'update', 'ignore'])
export type ReviewView = z.infer<typeof reviewView>
/** A page of the review, `limits.import_review_rows` rows from 0. */
export const reviewQueryParams = z.strictObject({
  view: reviewView.default('problems'),
  page: z.coerce
    .number()
    .int()
    .min(0)
    .max(limits.import_rows_max / limits.import_review_rows)
    .default(0),
})
/** A parsed row of the file, with the cells that cannot be read. */
export const reviewedRow = namedObject('ImportReviewRow', {
  line: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string(),
  birth_date: z.string().nullable(),
  hire_date: z.string().nullable(),
  /** Address or employee number of the manager. */
  manager: z.string(),
  department: z.string(),
  location: z.string(),
  country: z.string(),
  timezone: z.string(),
  employee_number: z.string(),
  cost_center: z.string(),
  /** Empty without a leave. */
  away_from: z.string(),
  away_until: z.string(),
  /** Whether the person works at the company; empty if the file does not say it. */
  status: z.enum(['active', 'inactive', '']),
  /** The attributes of the person that can be read. */
  attributes: z.array(
    namedObject('ImportAttribute', { attribute_id: z.string(), value: z.string() }),
  ),
  outcome: z.enum(['invite', 'update', 'refused', 'deactivate', 'ignore']),
  problems: z.array(
    namedObject('ImportProblem', {
      field: importField,
      code: z.string(),
      /** The cell of the file. */
      value: z.string(),
      /** Most characters of a text that is too long. */
      chars_max: z.number().int().nullable(),
    }),
  ),
})
export type ReviewedRow = z.infer<typeof reviewedRow>
export const reviewPage = namedObject('ImportReviewPage', {
  counts: reviewCounts,
  total: z.number().int(),
  rows: z.array(reviewedRow),
})
export type ReviewPage = z.infer<typeof reviewPage>
/** A corrected cell. */
export const cellInput = namedStrictObject('ImportCellInput', {
  line: wholeNumber(0, 2_147_483_647),
  field: z.union([ownField.exclude(['ignore']), attributeField], 'wrong_format'),
  value: oneLineText(0, limits.import_cell_chars_max),
})
export type CellInput = z.infer<typeof cellInput>

export const columnsInput = namedStrictObject('ImportColumnsInput', {
  columns: z.array(importField).max(100),
  date_orders: dateOrders.default({}),
})
export type ColumnsInput = z.infer<typeof columnsInput>

/**
 * The fields of all columns, separated by commas (default: the stored ones), and the chosen date
 * orders.
 */
export const columnChecksQueryParams = z.strictObject({
  columns: z
    .string()
    .max(limits.import_columns_max * 48)
    .transform((list) => list.split(','))
    .pipe(z.array(importField).max(limits.import_columns_max))
    .optional(),
  ...dateOrderFields,
})
/** The cells of each column that its field can hold. */
export const columnChecks = z.array(
  namedObject('ImportColumnCheck', {
    filled: z.number().int(),
    readable: z.number().int(),
    /** Order in which dates are read; null if no date of the column depends on it. */
    date_order: dateOrder.nullable(),
    /** The first cells that cannot be read. */
    unreadable: z.array(z.string()),
  }),
)
export type ColumnChecks = z.infer<typeof columnChecks>

/** When people are invited: at once, on a day in the time zone of the workspace, or later. */
export const invitationPlan = namedStrictObject('InvitationPlan', {
  when: z.enum(['now', 'date', 'later'], 'wrong_format'),
  date: date.optional(),
})
export type InvitationPlan = z.infer<typeof invitationPlan>
/** Plain text with line breaks. Strangers get it by mail, so it holds no web address. */
const inviteMessage = text(0, limits.invite_message_chars_max)
  .refine((message) => message.split(/\r?\n/).every(isOneLine), 'invisible_characters')
  .refine((message) => !hasWebAddress(message), 'text_link')
export const startInput = namedStrictObject('ImportStartInput', {
  invitations: invitationPlan.default({ when: 'now' }),
  message: inviteMessage.default(''),
  /** Creates the departments and locations that do not exist yet. */
  create_groups: flag.default(false),
  /** Deactivates the members whose status says that they have left. */
  deactivate: flag.default(false),
})
export type StartInput = z.infer<typeof startInput>
export const messageInput = namedStrictObject('ImportMessageInput', {
  message: inviteMessage.default(''),
})
/** The texts of an invitation with a message. */
export const invitationMail = namedObject('InvitationMail', {
  subject: z.string(),
  title: z.string(),
  intro: z.string(),
  message: z.string(),
  what: z.string(),
  action: z.string(),
  expires: z.string(),
})
export type InvitationMail = z.infer<typeof invitationMail>
