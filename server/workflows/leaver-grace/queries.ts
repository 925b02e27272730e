import { type Insertable, sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import { personName } from '#server/modules/people/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Returns leavers of all workspaces whose balance ends now. */
export async function listDueLeavers(
  db: Db,
  at: Date,
  limit: number,
): Promise<{ workspace_id: string; user_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; user_id: string }>`
    select * from leavers_due(${at}, ${limit})`.execute(db)
  return rows
}

/**
 * Returns the language and the country of a leaver: their own, or that of the shop's gift cards. Who
 * has no first name has the name of all lists.
 */
export async function findLeaverLocale(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<{ language: Language; country: string | null; first_name: string } | undefined> {
  const { rows } = await sql<{ language: Language; country: string | null; first_name: string }>`
    select coalesce(u.language, s.language) as language,
      coalesce(nullif(u.first_name, ''), ${personName('u')}) as first_name,
      coalesce(u.country, (select r.country from rewards r
        where r.workspace_id = u.workspace_id and r.type = 'automatic' and r.deleted_at is null
        order by r.id limit 1)) as country
    from users u join settings s on s.workspace_id = u.workspace_id
    where u.workspace_id = ${workspaceId} and u.id = ${userId}`.execute(trx)
  return rows[0]
}

/** Inserts a reward that the shop never offers: the gift card of one leaver. */
export async function insertPayoutReward(
  trx: Trx,
  reward: Insertable<Tables['rewards']>,
): Promise<void> {
  await trx.insertInto('rewards').values(reward).execute()
}

export type BadgeRow = {
  value_id: string
  name: string
  emoji: string
  /** Thanks with this value, and the people who sent them. */
  count: number
  people: number
  /** 'YYYY-MM-DD', days of the team. */
  first_day: string
  last_day: string
}

/**
 * Returns the values with which a user was thanked, or one of them (`valueId`). The value of the
 * latest thanks comes first.
 */
export async function listBadges(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { valueId = null, limit }: { valueId?: string | null; limit: number },
): Promise<BadgeRow[]> {
  const { rows } = await sql<BadgeRow>`
    select v.id as value_id, v.name, v.emoji, count(*)::int as count,
      count(distinct p.from_id)::int as people,
      min(p.day)::text as first_day, max(p.day)::text as last_day
    from post_recipients r
    join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
    join "values" v on v.workspace_id = p.workspace_id and v.id = p.value_id
    where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and not r.deleted
      and p.from_id is not null and (${valueId}::uuid is null or p.value_id = ${valueId})
    group by v.workspace_id, v.id
    order by max(p.created_at) desc, v.id desc
    limit ${limit}`.execute(trx)
  return rows
}

export type ThankRow = {
  /** Of the giver. */
  first_name: string
  last_name: string
  email: string
  value: string
  points: number
  text: string
  created_at: Date
}

/** Returns the latest thanks that a user received, newest first. */
export async function listThanks(
  trx: Trx,
  workspaceId: string,
  userId: string,
  limit: number,
): Promise<ThankRow[]> {
  const { rows } = await sql<ThankRow>`
    select f.first_name, f.last_name, f.email, v.name as value, p.score as points,
      p.description as text, p.created_at
    from post_recipients r
    join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
    join users f on f.workspace_id = p.workspace_id and f.id = p.from_id
    join "values" v on v.workspace_id = p.workspace_id and v.id = p.value_id
    where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and not r.deleted
    order by r.post_id desc
    limit ${limit}`.execute(trx)
  return rows
}
