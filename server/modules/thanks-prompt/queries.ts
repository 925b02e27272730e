import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** Latest posts of a person that count, of the public and of the private ones. */
const postsMax = 200

type RecentRecipient = { user_id: string; thanked_at: Date }

/** Returns the people whom a person thanked since a time, each with the latest time. */
export async function listRecentRecipients(
  trx: Trx,
  workspaceId: string,
  userId: string,
  since: Date,
): Promise<RecentRecipient[]> {
  const posts = (isPrivate: boolean) => sql`
    (select to_ids, created_at from posts
    where workspace_id = ${workspaceId} and from_id = ${userId} and private = ${isPrivate}
      and not add_on and deleted_at is null
    order by id desc limit ${sql.raw(String(postsMax))})`
  const { rows } = await sql<RecentRecipient>`
    select r.user_id, max(p.created_at) as thanked_at
    from (${posts(false)} union all ${posts(true)}) p
    cross join unnest(p.to_ids) as r (user_id)
    where p.created_at >= ${since}
    group by r.user_id`.execute(trx)
  return rows
}

/**
 * Returns a department with colleagues but without any of the thanked people. `seed` chooses among
 * several.
 */
export async function findUnthankedDepartment(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { thankedIds, seed }: { thankedIds: string[]; seed: string },
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select g.id, g.name
    from groups g
    where g.workspace_id = ${workspaceId} and g.kind = 'department' and g.deleted_at is null
      and exists (
        select 1 from group_members m
        join users u on u.workspace_id = m.workspace_id and u.id = m.user_id
        where m.workspace_id = ${workspaceId} and m.group_id = g.id and m.left_at is null
          and u.state = 'accepted' and u.id <> ${userId})
      and not exists (
        select 1 from group_members m
        where m.workspace_id = ${workspaceId} and m.group_id = g.id and m.left_at is null
          and m.user_id = any (${thankedIds}::uuid[]))
    order by md5(g.id::text || ${seed})
    limit 1`.execute(trx)
  return rows[0]
}
