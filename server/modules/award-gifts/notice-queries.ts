import { sql } from 'kysely'
import type { AwardGiftStatus } from '#contract/schemas/awards.ts'
import type { Trx } from '#server/platform/database/database.ts'

export type GiftFacts = {
  award_name: string
  giver_id: string
  /** The first receiver by name, and the number of all. */
  receiver_id: string
  receivers: number
  points: number
  text: string
  status: AwardGiftStatus
  step: number
  asked_at: Date | null
  receiver_left: boolean
  decline_reason: string
  /** Who declined it. */
  decliner_id: string | null
}

/** Returns what messages say about a gift of an award; undefined when it was deleted. */
export async function findGiftFacts(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<GiftFacts | undefined> {
  const { rows } = await sql<GiftFacts>`
    select w.name as award_name, g.giver_id, named.ids[1] as receiver_id,
      cardinality(named.ids) as receivers, g.points, g.text, g.status, g.step, g.asked_at,
      g.receiver_left, g.decline_reason, d.user_id as decliner_id
    from award_gifts g
    join awards w on w.workspace_id = g.workspace_id and w.id = g.award_id
    cross join lateral (
      select array_agg(u.id order by lower(u.first_name || ' ' || u.last_name), u.id) as ids
      from award_receivers r join users u on u.workspace_id = r.workspace_id and u.id = r.user_id
      where r.workspace_id = ${workspaceId} and r.gift_id = g.id) named
    left join award_decisions d on d.workspace_id = g.workspace_id and d.gift_id = g.id
      and not d.approved
    where g.workspace_id = ${workspaceId} and g.id = ${id} and named.ids is not null`.execute(trx)
  return rows[0]
}
