import type { Post } from '#contract/posts.ts'
import { type Reaction, reactions } from '#contract/reactions.ts'
import { type PersonRow, presentPerson } from '#server/modules/users/present.ts'
import { presentValue, type ValueRow } from '#server/modules/values/present.ts'
import type { Actor } from '#server/platform/sessions.ts'

export type PostRow = {
  id: string; from_id: string; to_ids: string[]; value_id: string; score: number; description: string; private: boolean
  like_count: number; liked: boolean; parent_id: string | null; comment_count: number; added_score: number; reaction_counts: Partial<Record<Reaction, number>>; reacted: Reaction[]
  created_at: string | Date
}
/** A page of posts with the people and values they name, each once. */
export type Decorated = { posts: PostRow[] | null; people: PersonRow[] | null; values: ValueRow[] | null }

/** What somebody may do with a post they see: its author and global administrators change it, everybody likes it. */
function postAbilities(post: { from_id: string }, actor: Actor): Post['abilities'] {
  const own = post.from_id === actor.user_id || actor.abilities.has('moderate_posts')
  return { delete: own, change_value: own, like: true, react: false, comment: false, add_on: false }
}

/** What was given of each reaction, in the order in which they are offered. */
export function presentReactions({ reaction_counts, reacted }: Pick<PostRow, 'reaction_counts' | 'reacted'>): Post['reactions'] {
  return reactions.flatMap((reaction) => (reaction_counts[reaction] ? [{ reaction, count: reaction_counts[reaction], reacted: reacted.includes(reaction) }] : []))
}

export function presentPosts(page: Decorated, actor: Actor): Post[] {
  const people = new Map((page.people ?? []).map((row) => [row.id, presentPerson(row, actor.workspace_id)]))
  const values = new Map((page.values ?? []).map((row) => [row.id, presentValue(row)]))
  const person = (id: string) => {
    const found = people.get(id)
    if (!found) throw new Error('post without its people')
    return found
  }
  return (page.posts ?? []).map((row) => {
    const value = values.get(row.value_id)
    if (!value) throw new Error('post without its value')
    return {
      id: row.id, from_id: row.from_id, to_id: row.to_ids, value_id: row.value_id, score: row.score, description: row.description, private: row.private,
      created_at: new Date(row.created_at).toISOString(), like_count: row.like_count, liked: row.liked,
      parent_id: row.parent_id, comment_count: row.comment_count, added_score: row.added_score, reactions: presentReactions(row),
      from: person(row.from_id), to: row.to_ids.map(person), value, abilities: postAbilities(row, actor),
    }
  })
}
