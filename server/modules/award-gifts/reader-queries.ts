import { type RawBuilder, sql } from 'kysely'

type Condition = RawBuilder<boolean>
type Reader = { workspace_id: string; user_id: string }

/** Condition for gifts `g` that the reader receives. */
export const isReceiver = ({
  workspace_id: workspaceId,
  user_id: userId,
}: Reader): Condition => sql`exists (
  select from award_receivers r where r.workspace_id = ${workspaceId} and r.gift_id = g.id
    and r.user_id = ${userId})`

/** Condition for gifts `g` that a reader may decide, now or in an earlier step. */
export const isApprover = (
  { workspace_id: workspaceId, user_id: userId }: Reader,
  at: Date,
  step: RawBuilder<unknown>,
): Condition => sql`exists (
  select from award_approvers a where a.workspace_id = ${workspaceId} and a.gift_id = g.id
    ${step} and (a.user_id = ${userId} or a.user_id in (
      select d.user_id from approval_delegates d where d.workspace_id = ${workspaceId}
        and d.delegate_id = ${userId} and d.starts_at <= ${at} and d.ends_at > ${at})))`

/** Condition for gifts `g` that await a decision of the reader. */
export const awaitsReader = (reader: Reader, at: Date): Condition => sql`(g.status = 'pending'
  and g.giver_id <> ${reader.user_id} and not ${isReceiver(reader)}
  and ${isApprover(reader, at, sql`and a.step = g.step`)})`
