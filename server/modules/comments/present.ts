import type { Comment } from '#contract/schemas/posts.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Person } from '#contract/schemas/users.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import type { PersonRow } from '#server/modules/people/queries.ts'
import { requirePerson } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

export type CommentRow = {
  id: string
  kind: Comment['kind']
  from_id: string
  text: string
  score: number | null
  created_at: string | Date
  edited_at: string | Date | null
  mention_ids: string[]
  mention_names: string[]
}

/** `exists` is false when the viewer may not see the post. */
export type CommentPage = {
  exists: boolean
  rows: CommentRow[] | null
  people: PersonRow[] | null
}

export type Reactors = { count: number; ids: string[] | null; people: PersonRow[] | null }

export function presentReactors(
  { count, ids, people }: Reactors,
  workspaceId: string,
): OutputOf<'posts.reactors'> {
  const known = new Map((people ?? []).map((row) => [row.id, presentPerson(row, workspaceId)]))
  const shown = (ids ?? []).map((id) => requirePerson(known, id))
  return { people: shown, more: Math.max(count - shown.length, 0) }
}

/**
 * Returns a comment with the actor's abilities. Authors edit their comments while comments are
 * switched on; authors and global administrators delete comments and add-ons.
 */
export function presentComment(
  row: CommentRow,
  postId: string,
  people: Map<string, Person>,
  { user_id: userId, abilities, switches }: Actor,
): Comment {
  const own = row.from_id === userId
  return {
    id: row.id,
    post_id: postId,
    kind: row.kind,
    from: requirePerson(people, row.from_id),
    text: row.text,
    mentions: row.mention_ids.map((id, index) => ({
      name: row.mention_names[index] ?? '',
      person: requirePerson(people, id),
    })),
    score: row.score,
    created_at: new Date(row.created_at).toISOString(),
    edited_at: row.edited_at && new Date(row.edited_at).toISOString(),
    abilities: {
      edit: own && row.kind === 'comment' && switches.comments,
      delete: own || abilities.has('moderate_posts'),
    },
  }
}

export function presentCommentPage(
  { rows, people }: CommentPage,
  postId: string,
  actor: Actor,
): Comment[] {
  const known = new Map(
    (people ?? []).map((row) => [row.id, presentPerson(row, actor.workspace_id)]),
  )
  return (rows ?? []).map((row) => presentComment(row, postId, known, actor))
}
