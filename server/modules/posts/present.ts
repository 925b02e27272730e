import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/schemas/posts.ts'
import { type Reaction, sortReactions } from '#contract/reactions.ts'
import type { Occasion } from '#contract/schemas/occasions.ts'
import type { Person } from '#contract/schemas/users.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import type { PersonRow } from '#server/modules/people/queries.ts'
import { presentValue, type ValueRow } from '#server/modules/values/present.ts'
import { flatString } from '#server/platform/flat-string.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

export type PostRow = {
  id: string
  from_id: string | null
  occasion: Occasion | null
  to_ids: string[]
  value_id: string
  score: number
  description: string
  private: boolean
  like_count: number
  liked: boolean
  parent_id: string | null
  comment_count: number
  add_on_count: number
  added_score: number
  reaction_counts: Partial<Record<Reaction, number>>
  reacted: Reaction[]
  created_at: string | Date
  picture: { width: number; height: number; alt: string } | null
  imported: boolean
}
/** A page of posts with the people and values it refers to, each once. */
export type PostPage = {
  posts: PostRow[] | null
  people: PersonRow[] | null
  values: ValueRow[] | null
}

/** Returns whether a post by the workspace is about this person alone, who may delete it. */
export const isCompanyPostAbout = (
  post: Pick<PostRow, 'from_id' | 'to_ids' | 'parent_id'>,
  userId: string,
): boolean => post.from_id === null && post.to_ids.length === 1 && post.to_ids[0] === userId

const noAbilities: Post['abilities'] = {
  delete: false,
  return_points: false,
  change_value: false,
  like: false,
  react: false,
  comment: false,
  add_on: false,
}

/**
 * Returns the actor's abilities on a visible post. Authors and global administrators change it, the
 * person of a celebration may delete it,
 * members reply with the enabled features, others add points. An add-on can only be deleted, and an
 * imported post only by administrators.
 */
function postAbilities(
  post: PostRow,
  to: Person[],
  { user_id: userId, abilities, switches }: Actor,
): Post['abilities'] {
  const moderates = abilities.has('moderate_posts')
  if (post.imported) return { ...noAbilities, delete: moderates }
  const mayModify = post.from_id === userId || moderates
  const isOnlyAboutReader = isCompanyPostAbout(post, userId)
  const isRoot = post.parent_id === null
  const hasOtherRecipient = to.some((person) => person.id !== userId && person.state === 'accepted')
  return {
    delete: mayModify || isOnlyAboutReader,
    return_points: isOnlyAboutReader && post.score > 0,
    change_value: mayModify && isRoot,
    like: isRoot,
    react: isRoot && switches.reactions,
    comment: isRoot && switches.comments,
    add_on: isRoot && switches.add_ons && post.from_id !== userId && hasOtherRecipient,
  }
}

/** Returns the count of each given reaction, in the order of the reaction picker. */
export function presentReactions(
  { reaction_counts: reactionCounts, reacted }: Pick<PostRow, 'reaction_counts' | 'reacted'>,
  { switches }: Actor,
): Post['reactions'] {
  if (!switches.reactions) return []
  return sortReactions(Object.keys(reactionCounts)).flatMap((reaction) =>
    reactionCounts[reaction]
      ? [{ reaction, count: reactionCounts[reaction], reacted: reacted.includes(reaction) }]
      : [],
  )
}

/**
 * PostgreSQL writes timestamps in JSON as 2026-11-21T19:41:03.123+00:00, with up to six digits of a
 * second and without zeros at their end. Slicing is cheaper than `Date`, and a page has many.
 */
function toIsoTimestamp(at: string | Date): string {
  if (typeof at !== 'string' || !at.endsWith('+00:00')) return new Date(at).toISOString()
  if (at.length >= 29) return flatString(at.slice(0, 23), 'Z')
  return flatString(at.slice(0, 19), '.', at.slice(20, -6).padEnd(3, '0'), 'Z')
}

/** Returns the first recipients of a post, and the reader if they are one. */
function listShownRecipients(ids: string[], readerId: string): string[] {
  const shown = ids.slice(0, limits.post_people_shown)
  return shown.length < ids.length && ids.includes(readerId) && !shown.includes(readerId)
    ? [readerId, ...shown.slice(1)]
    : shown
}

export function presentPosts(page: PostPage, actor: Actor): Post[] {
  const people = new Map(
    (page.people ?? []).map((row) => [row.id, presentPerson(row, actor.workspace_id)]),
  )
  const values = new Map((page.values ?? []).map((row) => [row.id, presentValue(row)]))
  const person = (id: string) => {
    const found = people.get(id)
    if (!found) throw new Error('post without its people')
    return found
  }
  return (page.posts ?? []).map((row) => {
    const value = values.get(row.value_id)
    if (!value) throw new Error('post without its value')
    const shownIds = listShownRecipients(row.to_ids, actor.user_id)
    const to = shownIds.map(person)
    return {
      id: row.id,
      from_id: row.from_id,
      to_id: shownIds,
      to_count: row.to_ids.length,
      value_id: row.value_id,
      score: row.score,
      description: row.description,
      private: row.private,
      created_at: toIsoTimestamp(row.created_at),
      like_count: row.like_count,
      liked: row.liked,
      parent_id: row.parent_id,
      // Add-ons count even while the feature is switched off: their points stay visible.
      comment_count: row.add_on_count + (actor.switches.comments ? row.comment_count : 0),
      added_score: row.added_score,
      reactions: presentReactions(row, actor),
      picture: row.picture && { ...row.picture, url: `/api/posts/${row.id}/picture` },
      from: row.from_id === null ? null : person(row.from_id),
      occasion: row.occasion,
      to,
      value,
      imported: row.imported,
      abilities: postAbilities(row, to, actor),
    }
  })
}
