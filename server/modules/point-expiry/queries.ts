import { type Insertable, type Selectable, sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import { selectFlows } from '#server/modules/liability/flow-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { lowestIdAt } from '#server/platform/ids.ts'

export type PolicyRow = Selectable<Tables['point_expiry']>

/** Returns after how many months points of a team expire, or undefined if they never do. */
export function findPolicy(trx: Trx, workspaceId: string): Promise<PolicyRow | undefined> {
  return trx
    .selectFrom('point_expiry')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

export async function upsertPolicy(
  trx: Trx,
  { workspace_id: workspaceId, ...columns }: Insertable<Tables['point_expiry']>,
): Promise<void> {
  await trx
    .insertInto('point_expiry')
    .values({ workspace_id: workspaceId, ...columns })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(columns))
    .execute()
}

export async function deletePolicy(trx: Trx, workspaceId: string): Promise<void> {
  await trx.deleteFrom('point_expiry').where('workspace_id', '=', workspaceId).execute()
  await trx.deleteFrom('point_expiry_steps').where('workspace_id', '=', workspaceId).execute()
}

/** Records a step of the end of a month. Returns whether no other process has recorded it. */
export async function claimStep(
  trx: Trx,
  step: Insertable<Tables['point_expiry_steps']>,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('point_expiry_steps')
    .values(step)
    .onConflict((conflict) => conflict.doNothing())
    .returning('days')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Returns whether a step of the end of a month, or one that is nearer to it, is recorded. */
export async function isStepDone(
  trx: Trx,
  { workspaceId, monthEnd, days }: { workspaceId: string; monthEnd: string; days: number },
): Promise<boolean> {
  const done = await trx
    .selectFrom('point_expiry_steps')
    .select('days')
    .where('workspace_id', '=', workspaceId)
    .where('month_end', '=', monthEnd)
    .where('days', '<=', days)
    .limit(1)
    .executeTakeFirst()
  return done !== undefined
}

/** Returns when people were last warned of the end of a month; null without a warning. */
export async function findLastWarning(
  trx: Trx,
  workspaceId: string,
  monthEnd: string,
): Promise<Date | null> {
  const last = await trx
    .selectFrom('point_expiry_steps')
    .select('done_at')
    .where('workspace_id', '=', workspaceId)
    .where('month_end', '=', monthEnd)
    .where('days', '>', 0)
    .orderBy('days')
    .limit(1)
    .executeTakeFirst()
  return last?.done_at ?? null
}

/**
 * Points of a person that are old enough to expire; below zero if the wallet has fewer than the
 * young ones. `earlier`: those of them that expire a month earlier.
 */
export type OldPoints = {
  user_id: string
  email: string
  language: Language
  points: number
  earlier: number
}

/**
 * Returns members with their points received before `youngFrom`, and those received before
 * `earlierFrom`, after a user id. Spending takes the oldest points first, so what is left of the
 * points received since then is in the wallet first. Points that are held for open purchases are not
 * in the wallet. Leavers have rules of their own. Points that came back after `warnedAt` count as
 * young, unless the person had them at that time. A person who has joined since then, perhaps again
 * after leaving, is left out.
 */
export async function listOldPoints(
  trx: Trx,
  workspaceId: string,
  {
    youngFrom,
    earlierFrom,
    warnedAt,
    after,
    limit,
  }: {
    youngFrom: Date
    earlierFrom: Date | null
    warnedAt: Date | null
    after: string
    limit: number
  },
): Promise<OldPoints[]> {
  const from = earlierFrom ?? youngFrom
  const { rows } = await sql<OldPoints>`
    with people as (
      select w.user_id, w.balance from wallets w
      join users u on u.workspace_id = ${workspaceId} and u.id = w.user_id
        and u.state = 'accepted' and not u.demo
        and (u.accepted_at >= ${warnedAt}) is not true
      where w.workspace_id = ${workspaceId} and w.user_id > ${after}
      order by w.user_id
      limit ${limit}
    ), young as (
      select f.user_id, sum(f.credit) as later,
        coalesce(sum(f.credit) filter (where f.credited_at >= ${youngFrom}), 0) as points
      from (${selectFlows(
        workspaceId,
        sql`m.created_at >= ${from} and e.user_id in (select user_id from people)`,
      )}) f
      where f.credited_at >= ${from}
      group by f.user_id
    ), returned as (
      select e.user_id, sum(e.amount) as points
      from movements m
      join entries e on e.workspace_id = ${workspaceId} and e.movement_id = m.id
        and e.user_id in (select user_id from people)
      where m.workspace_id = ${workspaceId}
        and m.id >= ${warnedAt && lowestIdAt(warnedAt.getTime())} and m.created_at >= ${warnedAt}
        and m.type in ('purchase_declined', 'purchase_canceled', 'purchase_returned')
        and not exists (
          select from movements p
          where p.workspace_id = ${workspaceId} and p.source_id = m.source_id
            and p.type = 'purchase' and p.created_at >= ${warnedAt})
      group by e.user_id
    )
    select p.user_id, u.email, coalesce(u.language, s.language) as language,
      (p.balance - greatest(coalesce(y.points, 0), 0) - coalesce(r.points, 0))::int as points,
      case when ${earlierFrom !== null}
        then greatest(p.balance - greatest(coalesce(y.later, 0), 0), 0)::int else 0 end as earlier
    from people p
    join users u on u.workspace_id = ${workspaceId} and u.id = p.user_id
    join settings s on s.workspace_id = ${workspaceId}
    left join young y on y.user_id = p.user_id
    left join returned r on r.user_id = p.user_id
    order by p.user_id`.execute(trx)
  return rows
}
