import { type Insertable, sql, type Updateable } from 'kysely'
import type { ApprovalStepInput } from '#contract/schemas/awards.ts'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type AwardRow = {
  id: string
  name: string
  text: string
  emoji: string
  picture_key: string | null
  criteria: string
  points_min: number
  points_max: number
  budget_id: string | null
  budget_name: string | null
  givers: AudienceInput
  receivers: AudienceInput
  yearly_max: number | null
  value_id: string
  private: boolean
  steps: ApprovalStepInput[]
  created_at: Date
  archived_at: Date | null
}

/** The columns of award `w`, its budget `b` and its picture `f`. */
const columns = sql`w.id, w.name, w.text, w.emoji,
  f.storage_key as picture_key, w.criteria, w.points_min, w.points_max,
  w.budget_id, b.name as budget_name, w.givers, w.receivers,
  w.yearly_max, w.value_id, w.private, w.steps, w.created_at, w.archived_at`
const joinParts = sql`
  left join budgets b on b.workspace_id = w.workspace_id and b.id = w.budget_id
  left join files f on f.workspace_id = w.workspace_id and f.id = w.picture_file_id`

/** Returns the awards of a workspace: open ones first, by name. */
export async function listAwardRows(
  trx: Trx,
  workspaceId: string,
  max: number,
): Promise<AwardRow[]> {
  const { rows } = await sql<AwardRow>`
    select ${columns} from awards w ${joinParts} where w.workspace_id = ${workspaceId}
    order by w.archived_at desc nulls first, lower(w.name), w.id limit ${max}`.execute(trx)
  return rows
}

/** Returns an award. `lock`: until the end of the transaction. */
export async function findAward(
  trx: Trx,
  workspaceId: string,
  id: string,
  lock?: 'lock',
): Promise<AwardRow | undefined> {
  const { rows } = await sql<AwardRow>`
    select ${columns} from awards w ${joinParts}
    where w.workspace_id = ${workspaceId} and w.id = ${id}
    ${lock ? sql`for no key update of w` : sql``}`.execute(trx)
  return rows[0]
}

/** Returns the id of the picture of an award, or null. */
export async function findAwardPicture(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<string | null> {
  const row = await trx
    .selectFrom('awards')
    .select('picture_file_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.picture_file_id ?? null
}

/** Returns the number of open awards, and whether one other than `exceptId` has this name. */
export async function countOpenAwards(
  trx: Trx,
  workspaceId: string,
  { name, exceptId }: { name: string; exceptId: string | null },
): Promise<{ count: number; is_name_taken: boolean }> {
  const { rows } = await sql<{ count: number; is_name_taken: boolean }>`
    select count(*)::int as count,
      coalesce(bool_or(lower(name) = lower(${name}) and id is distinct from ${exceptId}::uuid), false)
        as is_name_taken
    from awards where workspace_id = ${workspaceId} and archived_at is null`.execute(trx)
  return rows[0] ?? { count: 0, is_name_taken: false }
}

export async function insertAward(trx: Trx, award: Insertable<Tables['awards']>): Promise<void> {
  await trx.insertInto('awards').values(award).execute()
}

export async function updateAwardColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Updateable<Tables['awards']>,
): Promise<void> {
  await trx
    .updateTable('awards')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns which of some awards a person may give. */
export async function listGivableAwards(
  trx: Trx,
  workspaceId: string,
  userId: string,
  awards: Pick<AwardRow, 'id' | 'givers'>[],
  today: string,
): Promise<Set<string>> {
  const candidates = awards.map(
    ({ id, givers }) => sql`
      select ${id}::uuid as id from users u where u.workspace_id = ${workspaceId}
        and u.id = ${userId} and ${audienceCondition(workspaceId, givers, today)}`,
  )
  if (!candidates.length) return new Set()
  const { rows } = await sql<{ id: string }>`${sql.join(candidates, sql` union all `)}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the most gifts of an award, pending or given, that one of the people has in a period. */
export async function countGiftsOfYear(
  trx: Trx,
  workspaceId: string,
  {
    awardId,
    userIds,
    year,
  }: { awardId: string; userIds: string[]; year: { start: Date; end: Date } },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(max(n), 0)::int as n from (
      select count(*) as n from award_receivers r
      join award_gifts g on g.workspace_id = r.workspace_id and g.id = r.gift_id
      where r.workspace_id = ${workspaceId} and r.user_id = any (${userIds}::uuid[])
        and g.award_id = ${awardId} and g.status in ('pending', 'approved')
        and g.created_at >= ${year.start} and g.created_at < ${year.end}
      group by r.user_id) each`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Returns the number of a giver's pending gifts. */
export async function countPendingGifts(
  trx: Trx,
  workspaceId: string,
  giverId: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from award_gifts where workspace_id = ${workspaceId}
      and giver_id = ${giverId} and status = 'pending'`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Returns whether a value is not retired. */
export async function isOpenValue(trx: Trx, workspaceId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from "values" where workspace_id = ${workspaceId} and id = ${id}
      and retired_at is null`.execute(trx)
  return rows.length > 0
}

/** Returns the value of an award, or the default value if it is retired. */
export async function findValueOfAward(
  trx: Trx,
  workspaceId: string,
  awardId: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select v.id from "values" v
    join awards w on w.workspace_id = v.workspace_id and w.id = ${awardId}
    where v.workspace_id = ${workspaceId} and v.retired_at is null
    order by v.id = w.value_id desc, v.is_default desc, v.id limit 1`.execute(trx)
  if (!rows[0]) throw new Error('value missing')
  return rows[0].id
}
