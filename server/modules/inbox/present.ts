import type { InboxItem } from '#contract/schemas/inbox.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import type { PersonRow } from '#server/modules/people/queries.ts'

type InboxRow = Pick<
  InboxItem,
  | 'id'
  | 'kind'
  | 'points'
  | 'actor_count'
  | 'post'
  | 'comment'
  | 'purchase'
  | 'open_purchases'
  | 'import'
  | 'sync_run'
  | 'budget'
  | 'award'
  | 'bonus'
  | 'card'
  | 'round'
  | 'percent'
  | 'updated_at'
  | 'read_at'
> & { actor_ids: string[]; points_left: number | null; period_end: string | null }
/** A page of items and the people they refer to. */
export type InboxPage = { items: InboxRow[] | null; people: PersonRow[] | null }

const toIso = (at: string) => new Date(at).toISOString()

export function presentInboxItems({ items, people }: InboxPage, workspaceId: string): InboxItem[] {
  const byId = new Map((people ?? []).map((row) => [row.id, presentPerson(row, workspaceId)]))
  return (items ?? []).map(
    ({ actor_ids: actorIds, points_left: left, period_end: endsAt, ...row }) => ({
      ...row,
      actors: actorIds.flatMap((id) => byId.get(id) ?? []),
      allowance: left === null || endsAt === null ? null : { left, ends_at: toIso(endsAt) },
      updated_at: toIso(row.updated_at),
      read_at: row.read_at && toIso(row.read_at),
    }),
  )
}
