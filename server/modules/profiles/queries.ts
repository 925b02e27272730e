import { hourMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { selectPeople } from '#server/modules/people/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'

/**
 * Locks the user's row and returns the picture's file id. Concurrent uploads run one after the
 * other.
 */
export async function lockAvatar(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string | null> {
  return (
    await trx
      .selectFrom('users')
      .select('avatar_file_id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).avatar_file_id
}

/**
 * Returns when the danger zone opens again after a change of address, or undefined if it is open.
 */
export async function dangerZoneOpensAt(
  db: Db | Trx,
  accountId: string,
  at: Date,
): Promise<Date | undefined> {
  const waitMs = limits.danger_zone_wait_hours * hourMs
  const row = await db
    .selectFrom('address_changes')
    .select((eb) => eb.fn.max('changed_at').as('changed_at'))
    .where('account_id', '=', accountId)
    .where('undone_at', 'is', null)
    .where('changed_at', '>', new Date(at.getTime() - waitMs))
    .executeTakeFirst()
  const changedAt = row?.changed_at as Date | null | undefined
  return changedAt ? new Date(changedAt.getTime() + waitMs) : undefined
}

/** Returns a person with profile fields and balance, or undefined for an unknown id. */
export function findProfile(trx: Trx, workspaceId: string, userId: string) {
  return selectPeople(trx, workspaceId)
    .select(['users.birth_date', 'users.hire_date', 'users.created_at'])
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.workspace_id', '=', 'users.workspace_id')
        .onRef('wallets.user_id', '=', 'users.id'),
    )
    .select('wallets.balance')
    .where('users.id', '=', userId)
    .executeTakeFirst()
}

type RecognitionTotals = { given: number; received: number; posts: number }

/** Returns the total points and posts of a member, with or without private posts. */
export async function sumRecognition(
  trx: Trx,
  workspaceId: string,
  userId: string,
  includesPrivate: boolean,
): Promise<RecognitionTotals> {
  const { rows } = await sql<RecognitionTotals>`
    select coalesce(sum(given_points), 0)::float8 as given,
      coalesce(sum(received_points), 0)::float8 as received,
      coalesce(sum(given_posts + received_posts), 0)::float8 as posts
    from total_recognition
    where workspace_id = ${workspaceId} and user_id = ${userId}
      and (${includesPrivate} or not private)`.execute(trx)
  return rows[0] ?? { given: 0, received: 0, posts: 0 }
}
