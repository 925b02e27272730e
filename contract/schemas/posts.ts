import { z } from 'zod'
import {
  codeWithBounds,
  date,
  flag,
  id,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageQueryParams,
  tableFileParams,
  text,
  time,
  wholeNumber,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { parseReaction } from '#contract/reactions.ts'
import { occasion } from './occasions.ts'
import { person } from './users.ts'
import { value } from './values.ts'

/** A reaction with a name (`reactionEmoji`), or one emoji; an emoji with a name becomes the name. */
const reaction = z
  .string('wrong_format')
  .max(40, 'wrong_format')
  .transform((typed) => parseReaction(typed) ?? '')
  .pipe(z.string().min(1, 'wrong_format'))
/**
 * A reaction's count, and whether the reader reacted. Unused reactions are left out; those with a
 * name are first, in the order of `reactionEmoji`.
 */
const reactionCount = namedObject('ReactionCount', {
  reaction: z.string(),
  count: z.number().int(),
  reacted: z.boolean(),
})

/**
 * A recognition post. Each recipient gets `score` points; the sender pays `score` times recipients.
 * A `parent_id` makes it an add-on: points that a colleague adds to a post, with its value and
 * recipients (except themselves). Add-ons appear under the parent post, not in the feed.
 * `comment_count`: comments and add-ons. `added_score`: sum of the add-ons' scores. `to_id` and `to`:
 * the first recipients, and the reader if they are one; `to_count` counts all. A post by the workspace
 * itself has an `occasion` and no sender, and its `score` may be 0.
 */
export const post = namedObject('Post', {
  id: id('post'),
  from_id: id('user').nullable(),
  to_id: z.array(id('user')),
  to_count: z.number().int(),
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
  /** `url` needs the session or token of a reader who may see the post. Sizes in pixels. */
  picture: z
    .object({ url: z.string(), width: z.number().int(), height: z.number().int(), alt: z.string() })
    .nullable(),
  from: person.nullable(),
  occasion: occasion.nullable(),
  /** The post comes from another product: nobody answers or changes it, and it moved no points. */
  imported: z.boolean(),
  to: z.array(person),
  value,
  abilities: namedObject('PostAbilities', {
    delete: z.boolean(),
    /** Whether deletion may return the points to the workspace, or leave them to the reader. */
    return_points: z.boolean(),
    change_value: z.boolean(),
    like: z.boolean(),
    react: z.boolean(),
    comment: z.boolean(),
    add_on: z.boolean(),
  }),
})
export type Post = z.infer<typeof post>

/**
 * A new post. `milestone`: how many posts and add-ons its author has given, when that number is a
 * milestone.
 */
export const createdPost = post
  .extend({ milestone: z.number().int().nullable() })
  .meta({ id: 'CreatedPost' })
export type CreatedPost = z.infer<typeof createdPost>

export const postCreate = namedStrictObject('PostCreate', {
  to_id: z
    .array(id('user'), 'user_not_found')
    .max(limits.recipients_max, codeWithBounds('out_of_range', 1, limits.recipients_max))
    .transform((ids) => [...new Set(ids)])
    .default([]),
  /** Groups whose accepted members are recipients too, without the sender. */
  group_ids: z
    .array(id('group'), 'wrong_format')
    .max(limits.post_groups_max, codeWithBounds('out_of_range', 0, limits.post_groups_max))
    .default([]),
  value_id: id('value', 'value_required'),
  score: wholeNumber(1, limits.score_max),
  description: text(
    limits.message_chars_min,
    limits.message_chars_max,
    'description_required',
    'message_too_long',
  ),
  private: flag.default(false),
  /** The budget that pays. Without one, the allowance of the sender pays. */
  budget_id: id('budget', 'budget_unavailable').optional(),
  /** A picture of `posts.upload_picture`, with its description for screen readers. */
  picture: z
    .strictObject({
      id: id('picture'),
      alt: oneLineText(0, limits.picture_alt_chars_max).default(''),
    })
    .optional(),
})
export type PostCreate = z.infer<typeof postCreate>
/** The form of a picture has only its file. */
export const pictureUpload = namedObject('PictureUpload', {})
/** An uploaded picture, which expires after a day without a post. Sizes in pixels. */
export const uploadedPicture = namedObject('UploadedPicture', {
  id: id('picture'),
  width: z.number().int(),
  height: z.number().int(),
})
export const postUpdate = namedStrictObject('PostUpdate', {
  value_id: id('value', 'value_required'),
})

const postDirection = z.enum(['received', 'given', 'both'])
export const postsQueryParams = z
  .strictObject({
    ...pageQueryParams,
    value_id: id('value').optional(),
    /** Posts of a person, all or only given or received. */
    user_id: id('user').optional(),
    direction: postDirection.default('both'),
    /** Public posts from or to the people who report to the reader. Alone, without a search. */
    team: z.literal('mine').optional(),
    /** Public posts from or to the people of a group, without `user_id` and `team`. */
    group_id: id('group').optional(),
    /** The days of the posts in the time zone of the workspace, both included. */
    from: date.optional(),
    to: date.optional(),
    /** Word prefixes. A post must contain all of them. */
    search: text(1, limits.search_chars_max, 'wrong_format', 'wrong_format').optional(),
  })
  .refine(
    ({ team, group_id: groupId, user_id: userId, search }) =>
      [team, groupId, userId].filter(Boolean).length <= 1 && !(team && search),
    { error: 'wrong_format', path: ['team'] },
  )
export const profilePostsQueryParams = z.strictObject({
  ...pageQueryParams,
  direction: postDirection.default('both'),
  value_id: id('value').optional(),
})
/**
 * The days of a file, both included: `from` and `to`, or the last `days` days up to `to` or today.
 * A reversed range fails with out_of_range.
 */
export const postsExportQueryParams = z.strictObject({
  from: date.optional(),
  to: date.optional(),
  days: z.coerce.number().int().min(1).max(3_660).default(30),
  /** Posts from or to people who were in the group on that day. */
  group_id: id('group').optional(),
  ...tableFileParams,
})
/** Deletion of a post by the workspace about the reader: they keep its points unless they say so. */
export const postDeleteQueryParams = z.strictObject({
  points: z.enum(['keep', 'return'], 'wrong_format').default('keep'),
})
/**
 * `returned`: points returned to the sender's allowance, or to the budget that paid. These are the points the recipients still
 * had, and 0 outside the current period.
 */
export const postDeletionResult = namedObject('PostDeletionResult', {
  id: id('post'),
  returned: z.number().int(),
  score_remaining: z.number().int().nullable(),
})
export const likeResult = namedObject('LikeResult', {
  id: id('post'),
  like_count: z.number().int(),
  liked: z.boolean(),
})

export const reactionInput = namedStrictObject('ReactionInput', { reaction })
export const reactionParams = z.strictObject({ id: id('post'), reaction })
export const reactionResult = namedObject('ReactionResult', {
  id: id('post'),
  reactions: z.array(reactionCount),
})
/** A reaction, or a like. */
export const reactorsParams = z.strictObject({
  id: id('post'),
  reaction: z.union([z.literal('like'), reaction], 'wrong_format'),
})
/**
 * People with a reaction: the reader first, then the newest (at most `limits.reactors_shown`).
 * `more` counts the others.
 */
export const reactors = namedObject('Reactors', { people: z.array(person), more: z.number().int() })

/**
 * An entry under a post: a comment or an add-on. An add-on's id is the id of its post, and it is
 * deleted like a post.
 */
export const comment = namedObject('Comment', {
  id: id('comment'),
  post_id: id('post'),
  kind: z.enum(['comment', 'add_on']),
  from: person,
  text: z.string(),
  /** People named with "@" in the text, and their names as written there. */
  mentions: z.array(namedObject('Mention', { name: z.string(), person })),
  /** Points of each recipient. Null for a comment. */
  score: z.number().int().nullable(),
  created_at: time,
  edited_at: time.nullable(),
  abilities: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Comment = z.infer<typeof comment>
export const commentInput = namedStrictObject('CommentInput', {
  text: text(1, limits.comment_chars_max, 'required', 'message_too_long'),
  /** People whose name follows an "@" in the text. They must be allowed to see the post. */
  mentions: z
    .array(id('user'), 'user_not_found')
    .max(
      limits.comment_mentions_max,
      codeWithBounds('out_of_range', 0, limits.comment_mentions_max),
    )
    .default([]),
})
export const commentParams = z.strictObject({ id: id('post'), comment_id: id('comment') })
export const addOnInput = namedStrictObject('AddOnInput', {
  score: wholeNumber(1, limits.score_max),
  text: text(0, limits.comment_chars_max, 'required', 'message_too_long').default(''),
})
