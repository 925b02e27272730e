import { z } from 'zod'
import { csv_bom, between, flag, id, page_query, text, time, whole } from './common.ts'
import { limits } from './limits.ts'
import { person } from './users.ts'
import { value } from './values.ts'

/** A recognition. `score` is what each recipient gets; it cost its sender score x recipients. */
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
  from: person,
  to: z.array(person),
  value,
  abilities: z.object({ delete: z.boolean(), change_value: z.boolean(), like: z.boolean() }),
})
export type Post = z.infer<typeof post>

export const post_create = z.strictObject({
  to_id: z.array(id('user'), 'user_not_found').min(1, 'user_not_found').max(limits.recipients_max, between('out_of_range', 1, limits.recipients_max))
    .transform((ids) => [...new Set(ids)]),
  value_id: z.uuid('value_required').toLowerCase().meta({ thing: 'value' }),
  score: whole(1, limits.score_max),
  description: text(limits.message_chars_min, limits.message_chars_max, 'description_required', 'message_too_long'),
  private: flag.default(false),
})
export type PostCreate = z.infer<typeof post_create>
export const post_update = z.strictObject({ value_id: z.uuid('value_required').toLowerCase().meta({ thing: 'value' }) })

export const posts_query = z.strictObject({
  ...page_query,
  value_id: id('value').optional(),
  user_id: id('user').optional(),
})
export const profile_posts_query = z.strictObject({ ...page_query, direction: z.enum(['received', 'given', 'both']).default('both'), value_id: id('value').optional() })
export const days_query = z.strictObject({ days: z.coerce.number().int().min(1).max(3_660).default(30), bom: csv_bom })
/** Answer to a deletion: what came back to the sender's allowance (0 outside the current period). */
export const post_deleted = z.object({ id: id('post'), returned: z.number().int(), score_remaining: z.number().int().nullable() })
export const like = z.object({ id: id('post'), like_count: z.number().int(), liked: z.boolean() })
