import { z } from 'zod'
import { csvBom, codeWithBounds, flag, id, pageQuery, text, time, wholeNumber } from './common.ts'
import { limits } from '#contract/limits.ts'
import { reactionNames } from '#contract/reactions.ts'
import { person } from './users.ts'
import { value } from './values.ts'

export const reaction = z.enum(reactionNames, 'wrong_format')
/**
 * How many answered with this one, and whether the reader did. Only those that somebody gave, in
 * the order of `reactions`.
 */
export const reactionCount = z.object({ reaction, count: z.number().int(), reacted: z.boolean() })

/**
 * A recognition. `score` is what each recipient gets; it cost its sender score x recipients. With a
 * `parent_id` it is an add-on: points a colleague added to somebody else's post, with the same
 * recipients (but themselves) and value; it stands in the conversation under that post, not in the
 * feed. `comment_count`: comments and add-ons; `added_score`: the sum of the scores of its add-ons.
 */
export const post = z.object({
  id: id('post'),
  from_id: id('user'),
  to_id: z.array(id('user')),
  value_id: id('value'),
  score: z.number().int(),
  description: z.string(),
  private: z.boolean(),
  created_at: time,
  like_count: z.number().int(),
  liked: z.boolean(),
  parent_id: id('post').nullable(),
  comment_count: z.number().int(),
  added_score: z.number().int(),
  reactions: z.array(reactionCount),
  from: person,
  to: z.array(person),
  value,
  abilities: z.object({
    delete: z.boolean(),
    change_value: z.boolean(),
    like: z.boolean(),
    react: z.boolean(),
    comment: z.boolean(),
    add_on: z.boolean(),
  }),
})
export type Post = z.infer<typeof post>

export const postCreate = z.strictObject({
  to_id: z
    .array(id('user'), 'user_not_found')
    .min(1, 'user_not_found')
    .max(limits.recipients_max, codeWithBounds('out_of_range', 1, limits.recipients_max))
    .transform((ids) => [...new Set(ids)]),
  value_id: z.uuid('value_required').toLowerCase().meta({ thing: 'value' }),
  score: wholeNumber(1, limits.score_max),
  description: text(
    limits.message_chars_min,
    limits.message_chars_max,
    'description_required',
    'message_too_long',
  ),
  private: flag.default(false),
})
export type PostCreate = z.infer<typeof postCreate>
export const postUpdate = z.strictObject({
  value_id: z.uuid('value_required').toLowerCase().meta({ thing: 'value' }),
})

export const postsQuery = z.strictObject({
  ...pageQuery,
  value_id: id('value').optional(),
  user_id: id('user').optional(),
  /** Words of the text, each from its beginning; all of them. */
  search: text(1, limits.search_chars_max, 'wrong_format', 'wrong_format').optional(),
})
export const profilePostsQuery = z.strictObject({
  ...pageQuery,
  direction: z.enum(['received', 'given', 'both']).default('both'),
  value_id: id('value').optional(),
})
export const postsExportQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(3_660).default(30),
  bom: csvBom,
})
/**
 * Answer to a deletion: points that came back to the sender's allowance: those the recipients still
 * had, 0 outside the current period.
 */
export const postDeletionResult = z.object({
  id: id('post'),
  returned: z.number().int(),
  score_remaining: z.number().int().nullable(),
})
export const likeResult = z.object({
  id: id('post'),
  like_count: z.number().int(),
  liked: z.boolean(),
})

export const reactionInput = z.strictObject({ reaction })
export const reactionParams = z.strictObject({ id: id('post'), reaction })
export const reactionResult = z.object({ id: id('post'), reactions: z.array(reactionCount) })
/** A reaction, or a like. */
export const reactorsParams = z.strictObject({
  id: id('post'),
  reaction: z.enum([...reactionNames, 'like'], 'wrong_format'),
})
/**
 * Who answered so: the reader first, then the newest (`limits.reactors_shown` at most), and how
 * many more there are.
 */
export const reactors = z.object({ people: z.array(person), more: z.number().int() })

/**
 * What stands under a post: a comment, or an add-on (whose id is that of a post, and which is
 * deleted like one).
 */
export const comment = z.object({
  id: id('comment'),
  post_id: id('post'),
  kind: z.enum(['comment', 'add_on']),
  from: person,
  text: z.string(),
  /** What each recipient got; null for a comment. */
  score: z.number().int().nullable(),
  created_at: time,
  edited_at: time.nullable(),
  abilities: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Comment = z.infer<typeof comment>
export const commentInput = z.strictObject({
  text: text(1, limits.comment_chars_max, 'required', 'message_too_long'),
})
export const commentParams = z.strictObject({ id: id('post'), comment_id: id('comment') })
export const addOnInput = z.strictObject({
  score: wholeNumber(1, limits.score_max),
  text: text(0, limits.comment_chars_max, 'required', 'message_too_long').default(''),
})
