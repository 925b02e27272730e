import { hourMs, minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { ScimOutcome } from '#contract/scim.ts'
import {
  countDeactivations,
  findScimSettings,
  findScimToken,
  insertScimRequest,
  saveScimSettings,
  type ScimSettingsRow,
  type ScimTokenRow,
  touchScimToken,
} from '#server/modules/scim/queries.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findAccountAdminRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit, type ScimActor } from '#server/platform/audit/audit-log.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken, newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { ScimError } from './scim-error.ts'
import { toScimError } from './to-scim-error.ts'
import type { Resource } from './values.ts'

/** A provider with a valid token. */
export type ScimCaller = { workspace_id: string; token: ScimTokenRow; actor: ScimActor }
/** A change in its transaction, under the settings lock. */
export type ScimContext = {
  services: Services
  trx: Trx
  workspaceId: string
  actor: ScimActor
  token: ScimTokenRow
  settings: ScimSettingsRow
  timezone: string
  baseUrl: string
  at: Date
  /** The people whose open pages refresh after the commit. */
  changedIds: Set<string>
}
/** What the activity log says about a request. */
export type Activity = {
  outcome: ScimOutcome
  user_id?: string
  group_id?: string
  subject?: string
  fields?: string[]
}
export type ChangeResult = { status: number; resource: Resource | null; activity: Activity }
/** The request as the activity log shows it, if it fails. */
export type ScimRequest = { method: string; resource: string; id: string | null; subject: string }

const touchMs = 5 * minuteMs
const tokenPattern = /^[\w-]{54}$/

/**
 * Returns the provider of a bearer token. The token holds its workspace, so the lookup runs under
 * row level security. Throws unauthorized.
 */
export async function authenticateProvider(
  { db }: Services,
  bearer: string,
  at: Date,
): Promise<ScimCaller> {
  if (!tokenPattern.test(bearer)) throwRefusal('unauthorized')
  const workspaceId = parseWorkspaceToken(bearer, 'unauthorized')
  const token = await db.tenant(workspaceId, async (trx) => {
    const found = await findScimToken(trx, workspaceId, hashToken(bearer))
    const usedAt = found?.last_used_at?.getTime() ?? 0
    if (found && at.getTime() - usedAt >= touchMs)
      await touchScimToken(trx, workspaceId, found.id, at)
    return found
  })
  if (!token) throwRefusal('unauthorized')
  const actor = {
    workspace_id: workspaceId,
    user_id: null,
    kind: 'scim',
    token_id: token.id,
    token_name: token.name,
  } as const
  return { workspace_id: workspaceId, token, actor }
}

/** Undoes the transaction of a dry run, and carries what it would have done. */
class DryRun extends Error {
  readonly result: ChangeResult
  constructor(result: ChangeResult) {
    super('dry run')
    this.result = result
  }
}
class TooManyDeactivations extends Error {}

const throwPaused = (): never => {
  throw new ScimError(
    503,
    'Too many people were deactivated within an hour. An account administrator has to resume SCIM in the settings of Laurel',
    undefined,
    hourMs / 1_000,
  )
}

/** Throws when too many people would be deactivated within an hour; the caller pauses SCIM. */
async function assertDeactivationsInRange(context: ScimContext): Promise<void> {
  const { trx, workspaceId, settings, at } = context
  const since = Math.max(at.getTime() - hourMs, settings.resumed_at?.getTime() ?? 0)
  const counted = await countDeactivations(trx, workspaceId, new Date(since))
  const deactivated = counted.deactivated + 1
  const share = (counted.active + deactivated) * (limits.scim_deactivations_percent / 100)
  if (deactivated > limits.scim_deactivations_max && deactivated > share)
    throw new TooManyDeactivations()
}

type Recorded = Activity & { status: number; detail?: string; dry_run: boolean }
const recordRequest = (
  trx: Trx,
  caller: ScimCaller,
  request: ScimRequest,
  { subject, detail = '', ...recorded }: Recorded,
  at: Date,
): Promise<void> =>
  insertScimRequest(trx, {
    workspace_id: caller.workspace_id,
    id: newId(at),
    token_name: caller.token.name,
    method: request.method,
    resource: request.resource,
    subject: (subject ?? request.subject).slice(0, limits.email_chars_max),
    detail: detail.slice(0, limits.scim_detail_chars_max),
    ...recorded,
    created_at: at,
  })

async function pause(services: Services, caller: ScimCaller, at: Date): Promise<void> {
  const { workspace_id: workspaceId, actor } = caller
  await services.db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    if ((await findScimSettings(trx, workspaceId)).paused_at) return
    await saveScimSettings(trx, workspaceId, { paused_at: at })
    await audit(trx, actor, 'scim.pause', {}, at)
    const readers = await findAccountAdminRecipients(trx, workspaceId)
    const mails = readers.map((reader) => ({
      ...reader,
      kind: 'sso_notice' as const,
      params: { news: 'scim_paused' as const },
    }))
    await enqueueMails(trx, workspaceId, mails, at)
  })
}

/** Records a failed request. Those of a pause or an overload are repeated, so they are not. */
export async function recordFailure(
  services: Services,
  caller: ScimCaller,
  request: ScimRequest,
  error: ScimError,
  at: Date,
): Promise<void> {
  if (error.status >= 500 || error.status === 429) return
  const { workspace_id: workspaceId } = caller
  await services.db.tenant(workspaceId, async (trx) => {
    const { dry_run: dryRun } = await findScimSettings(trx, workspaceId)
    const failure = {
      outcome: 'failed' as const,
      status: error.status,
      detail: error.message,
      dry_run: dryRun,
    }
    await recordRequest(trx, caller, request, failure, at)
  })
}

async function changeInTransaction(
  services: Services,
  caller: ScimCaller,
  request: ScimRequest,
  at: Date,
  change: (context: ScimContext) => Promise<ChangeResult>,
): Promise<{ result: ChangeResult; changedIds: Set<string> }> {
  const { workspace_id: workspaceId, actor, token } = caller
  return services.db.tenant(workspaceId, async (trx) => {
    const { timezone } = await lockSettings(trx, workspaceId)
    const settings = await findScimSettings(trx, workspaceId)
    if (settings.paused_at) throwPaused()
    const context: ScimContext = {
      services,
      trx,
      workspaceId,
      actor,
      token,
      settings,
      timezone,
      baseUrl: `${services.config.publicUrl}/scim/v2`,
      at,
      changedIds: new Set(),
    }
    const result = await change(context)
    if (settings.dry_run) throw new DryRun(result)
    const { activity, status } = result
    if (activity.outcome === 'deactivated') await assertDeactivationsInRange(context)
    await recordRequest(trx, caller, request, { ...activity, status, dry_run: false }, at)
    return { result, changedIds: context.changedIds }
  })
}

/**
 * Runs a change that the provider asks for, in one transaction with its entry in the activity log. A
 * dry run undoes the change and answers as if it were made. Too many deactivations undo the last one
 * and pause SCIM.
 */
export async function runChange(
  services: Services,
  caller: ScimCaller,
  request: ScimRequest,
  at: Date,
  change: (context: ScimContext) => Promise<ChangeResult>,
): Promise<ChangeResult> {
  const { workspace_id: workspaceId } = caller
  try {
    const { result, changedIds } = await changeInTransaction(services, caller, request, at, change)
    if (changedIds.size) services.events.publish(workspaceId, ['config'], [...changedIds])
    return result
  } catch (error) {
    if (error instanceof DryRun) {
      const { activity, status } = error.result
      // What the dry run would have created does not exist.
      const { user_id: _user, group_id: _group, ...unknown } = activity
      const kept = activity.outcome === 'created' ? unknown : activity
      await services.db.tenant(workspaceId, (trx) =>
        recordRequest(trx, caller, request, { ...kept, status, dry_run: true }, at),
      )
      return error.result
    }
    if (error instanceof TooManyDeactivations) {
      await pause(services, caller, at)
      return throwPaused()
    }
    const failure = toScimError(error)
    if (failure) await recordFailure(services, caller, request, failure, at)
    throw error
  }
}
