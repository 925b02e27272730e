import { toLanguage } from '#contract/schemas/common.ts'
import type { Leaver, LeaverAction } from '#contract/schemas/leavers.ts'
import { mailLeaver } from '#server/modules/leavers/mail-leaver.ts'
import { presentLeaver } from '#server/modules/leavers/list-leavers.ts'
import {
  findGrace,
  type GraceRow,
  listLeavers,
  lockLeaver,
  updateGrace,
} from '#server/modules/leavers/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import { hashToken } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { endLockedGrace } from './end-grace.ts'
import { loadPayoutProducts } from './gift-card.ts'
import { findLeaverLocale } from './queries.ts'

/** Stops a grace quietly: its link is closed, and neither mails nor the end follow. */
async function holdGrace(trx: Trx, actor: Actor, grace: GraceRow, at: Date): Promise<void> {
  if (grace.held_at) throwRefusal('conflict')
  await updateGrace(trx, actor.workspace_id, grace.id, { held_at: at, token_hash: null })
  await audit(trx, actor, 'leaver.hold', { user_id: grace.user_id }, at)
}

/** Goes on with the days that were left, and mails a new link if any were. */
async function releaseGrace(trx: Trx, actor: Actor, grace: GraceRow, at: Date): Promise<void> {
  const { workspace_id: workspaceId } = actor
  const { held_at: heldAt, user_id: userId } = grace
  if (!heldAt) return throwRefusal('conflict')
  const leftMs = Math.max(grace.ends_at.getTime() - heldAt.getTime(), 0)
  const token = leftMs > 0 ? createWorkspaceToken(workspaceId) : null
  await updateGrace(trx, workspaceId, grace.id, {
    held_at: null,
    ends_at: new Date(at.getTime() + leftMs),
    token_hash: token === null ? null : hashToken(token),
  })
  await audit(trx, actor, 'leaver.release', { user_id: userId }, at)
  const locale = await findLeaverLocale(trx, workspaceId, userId)
  if (token !== null)
    await mailLeaver(trx, workspaceId, {
      userId,
      language: toLanguage(locale?.language ?? 'en'),
      params: { news: 'started', token },
      at,
    })
}

/** Holds, releases or ends a grace. Throws not_found, and conflict when it is in another state. */
export async function changeGrace(
  services: Services,
  actor: Actor,
  id: string,
  action: LeaverAction,
  call: IdempotentCall,
): Promise<Leaver> {
  const { db } = services
  const { workspace_id: workspaceId } = actor
  const { at } = call
  const known = await db.tenant(workspaceId, (trx) => findGrace(trx, workspaceId, id))
  if (!known) return throwRefusal('not_found')
  const { user_id: userId } = known
  const products = action === 'end' ? await loadPayoutProducts(services, workspaceId, userId) : []
  return db.tenant(workspaceId, (trx) =>
    withIdempotency(trx, call, async () => {
      if (!(await lockLeaver(trx, workspaceId, userId, 'update'))) throwRefusal('conflict')
      const grace = await findGrace(trx, workspaceId, id)
      if (!grace || grace.ended_at) return throwRefusal('conflict')
      if (action === 'hold') await holdGrace(trx, actor, grace, at)
      if (action === 'release') await releaseGrace(trx, actor, grace, at)
      if (action === 'end')
        await endLockedGrace({ services, trx, workspaceId, actor, products, at }, grace)
      const [row] = await listLeavers(trx, workspaceId, {
        id,
        day: toLocalDay(at, actor.timezone),
        limit: 1,
      })
      return row ? presentLeaver(row, workspaceId) : throwRefusal('not_found')
    }),
  )
}
