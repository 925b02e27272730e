import { z } from 'zod'
import { date, flag, id, idList, namedObject, pageQueryParams, time } from './common.ts'
import { limits } from '#contract/limits.ts'
import { awardGiftStatus } from './awards.ts'
import { occasion } from './occasions.ts'
import { person } from './users.ts'

/** Kinds of events that a person can switch off. */
export const inboxSwitches = [
  'thanks',
  'points_added',
  'comment',
  'mention',
  'reaction',
  'purchase_decided',
  'purchase_requested',
  'import_finished',
  'allowance_ending',
  'budget_ending',
  'approval_requested',
  'award_decided',
  'card_to_sign',
  'jury_asked',
] as const
export type InboxSwitch = (typeof inboxSwitches)[number]
/**
 * Kinds of events in the inbox of a person. `company_post` follows the switch `thanks`,
 * `purchase_ordered` follows `purchase_decided`, all kinds of budgets `budget_ending`,
 * `approval_reminder` follows `approval_requested`, `award_waiting` follows `award_decided`, and
 * `card_delivered`, `bonus_received` and `kind_words` follow `thanks`. Nobody switches
 * `signature_reported`, `yearly_budget`, `points_expiring` and `people_sync_stopped` off.
 */
const inboxKinds = [
  ...inboxSwitches,
  'company_post',
  'purchase_ordered',
  'budget_ended',
  'budget_adopted',
  'approval_reminder',
  'award_waiting',
  'card_delivered',
  'bonus_received',
  'signature_reported',
  'kind_words',
  'yearly_budget',
  'points_expiring',
  'people_sync_stopped',
] as const
const inboxKind = z.enum(inboxKinds, 'wrong_format').meta({ id: 'InboxKind' })
export type InboxKind = z.infer<typeof inboxKind>

/**
 * An event, or several of a kind on one post. Fields that the kind does not have are null. An item
 * disappears when its subject is no longer visible to the reader.
 */
export const inboxItem = namedObject('InboxItem', {
  id: id('inbox_item'),
  kind: inboxKind,
  /** The latest people behind the event, the newest first; `actor_count` counts all. */
  actors: z.array(person),
  actor_count: z.number().int(),
  points: z.number().int().nullable(),
  post: z
    .object({
      /** The root post, also of an add-on. */
      id: id('post'),
      text: z.string(),
      private: z.boolean(),
      /** Whether the reader wrote the post. */
      own: z.boolean(),
      value: z.object({ name: z.string(), emoji: z.string(), color: z.string() }),
      /** Of a post by the workspace. */
      occasion: occasion.nullable(),
    })
    .nullable(),
  comment: z.object({ id: id('comment'), text: z.string() }).nullable(),
  purchase: z
    .object({
      id: id('purchase'),
      title: z.string(),
      emoji: z.string(),
      /** Of an item before the purchase was taken back: `fulfilled`. */
      status: z.enum(['pending', 'declined', 'fulfilled', 'purchased']),
      returned: z.boolean(),
    })
    .nullable(),
  /** Purchases that await a decision, counted up to limits.inbox_requests_counted. */
  open_purchases: z.number().int().nullable(),
  import: z
    .object({
      id: id('import'),
      state: z.enum(['uploaded', 'in_progress', 'canceled', 'failed', 'finished']),
      invited_count: z.number().int(),
      updated_count: z.number().int(),
      refused_count: z.number().int(),
      deactivated_count: z.number().int(),
    })
    .nullable(),
  /** The run of the people sync that stopped or failed. */
  sync_run: z.object({ id: id('people_sync_run') }).nullable(),
  /** Points that the reader may still give, or that expire, and the end of their period. */
  allowance: z.object({ left: z.number().int(), ends_at: time }).nullable(),
  /** Points left in a budget of the reader, or those that its ended period returned. */
  budget: z
    .object({
      id: id('budget'),
      name: z.string(),
      points: z.number().int(),
      ends_at: time.nullable(),
    })
    .nullable(),
  /** A card for a celebration of the first actor, or of the reader. */
  card: z.object({ id: id('group_card'), occasion, date }).nullable(),
  bonus: z.object({ name: z.string(), text: z.string() }).nullable(),
  /** The nomination round that awaits the reader's scores, or in which the reader was nominated. */
  round: z.object({ id: id('nomination_round'), name: z.string(), emoji: z.string() }).nullable(),
  /** The gift of an award that awaits the reader's decision, or that the reader gave. */
  award: z
    .object({
      id: id('award_gift'),
      name: z.string(),
      emoji: z.string(),
      text: z.string(),
      status: awardGiftStatus,
    })
    .nullable(),
  /** The part of the yearly budget that is used. */
  percent: z.number().int().nullable(),
  updated_at: time,
  read_at: time.nullable(),
})
export type InboxItem = z.infer<typeof inboxItem>

export const inboxQueryParams = z.strictObject({
  ...pageQueryParams,
  filter: z.enum(['all', 'unread'], 'wrong_format').default('all'),
})

/** Unread items, and those with points, up to limits.inbox_unread_counted in all. */
export const inboxSummary = namedObject('InboxSummary', {
  unread: z.number().int(),
  thanks: z.number().int(),
})
export type InboxSummary = z.infer<typeof inboxSummary>

/**
 * Single items, or an item and all older ones. `seen_at`: the `updated_at` of that item as the
 * reader saw it, so that items with newer events stay unread.
 */
export const inboxReadInput = z
  .strictObject({
    ids: idList('inbox_item', limits.page_size_max).optional(),
    until: id('inbox_item').optional(),
    seen_at: time.optional(),
  })
  .refine(({ ids, until }) => (ids === undefined) !== (until === undefined), 'required')
  .meta({ id: 'InboxReadInput' })

export const inboxPreferences = namedObject('InboxPreferences', {
  thanks: flag,
  points_added: flag,
  comment: flag,
  mention: flag,
  reaction: flag,
  purchase_decided: flag,
  purchase_requested: flag,
  import_finished: flag,
  allowance_ending: flag,
  budget_ending: flag,
  approval_requested: flag,
  award_decided: flag,
  card_to_sign: flag,
  jury_asked: flag,
})
export type InboxPreferences = z.infer<typeof inboxPreferences>
export const inboxPreferencesInput = inboxPreferences
  .partial()
  .strict()
  .meta({ id: 'InboxPreferencesInput' })
