import type { BodyOf } from '#contract/routes/index.ts'
import type { Settings } from '#contract/schemas/settings.ts'
import { findVisibleWorth } from '#server/modules/point-worths/visible-worth.ts'
import { replacePicture } from '#server/modules/files/service.ts'
import { presentSettings } from '#server/modules/workspaces/present.ts'
import {
  findSettings,
  findWorkspaceBrand,
  lockSettings,
  updateSettingsColumns,
  updateWorkspaceColumns,
} from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { moveBudgetEnds } from '#server/ledger/budgets.ts'
import { moveDaysToTimezone } from '#server/modules/custom-days/queries.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { lockLogo, moveAllowanceReminders, rebuildAllowances } from './queries.ts'

/** Returns the settings of the actor's team. Only administrators see what points are worth. */
export async function loadSettings(trx: Trx, actor: Actor, at: Date): Promise<Settings> {
  const { workspace_id: workspaceId } = actor
  return presentSettings(
    await findSettings(trx, workspaceId),
    await findWorkspaceBrand(trx, workspaceId),
    await findVisibleWorth(trx, actor, at),
  )
}

/** Returns the old and new value of each changed setting, for the audit log. */
function diffSettings(
  before: Settings,
  after: Settings,
): Record<string, { from: unknown; to: unknown }> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([key, to]) => {
      const from = before[key as keyof Settings]
      return JSON.stringify(from) === JSON.stringify(to) ? [] : [[key, { from, to }]]
    }),
  )
}

async function auditSettingsChange(
  trx: Trx,
  actor: Actor,
  before: Settings,
  at: Date,
): Promise<Settings> {
  const after = await loadSettings(trx, actor, at)
  const difference = diffSettings(before, after)
  if (Object.keys(difference).length) await audit(trx, actor, 'settings.update', difference, at)
  return after
}

/**
 * Changes settings of the team. A new limit period or time zone recounts the points given since the
 * period started, and a new time zone moves coming custom days, reminders and the ends of budgets.
 */
export async function updateSettings(
  { db }: Services,
  actor: Actor,
  body: BodyOf<'settings.update'>,
  at: Date,
): Promise<Settings> {
  const { workspace_id: workspaceId } = actor
  const { name, limit, limit_per_post: limitPerPost, ...rest } = body
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const before = await loadSettings(trx, actor, at)
    const set = {
      ...rest,
      ...(limit === undefined ? {} : { points_limit: limit }),
      ...(limitPerPost === undefined ? {} : { points_limit_per_post: limitPerPost }),
    }
    if (Object.keys(set).length) await updateSettingsColumns(trx, workspaceId, set)
    if (name !== undefined) await updateWorkspaceColumns(trx, workspaceId, { name })
    const after = await auditSettingsChange(trx, actor, before, at)
    if (after.limit_period !== before.limit_period || after.timezone !== before.timezone) {
      const period = findPeriod(at, after.limit_period, after.timezone)
      await rebuildAllowances(trx, workspaceId, period.start)
      const last = findPeriod(at, before.limit_period, before.timezone)
      // The same days in another time zone.
      if (last.first === period.first && after.limit_period === before.limit_period)
        await moveAllowanceReminders(trx, workspaceId, { from: last, to: period })
    }
    if (after.timezone !== before.timezone) {
      const zones = { from: before.timezone, to: after.timezone, at }
      await moveBudgetEnds(trx, workspaceId, zones)
      await moveDaysToTimezone(trx, workspaceId, after.timezone)
    }
    return after
  })
}

/** Switches the team's mail notifications on or off. */
export async function updateNotifications(
  { db }: Services,
  actor: Actor,
  body: BodyOf<'settings.notifications'>,
  at: Date,
): Promise<Settings> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    const before = await loadSettings(trx, actor, at)
    const set = Object.fromEntries(
      Object.entries(body).map(([event, on]) => [`notify_${event}`, on]),
    )
    if (Object.keys(set).length) await updateSettingsColumns(trx, workspaceId, set)
    return auditSettingsChange(trx, actor, before, at)
  })
}

/** Replaces or removes the logo and deletes the old file. */
export async function setLogo(
  services: Services,
  actor: Actor,
  { at, ...picture }: { file: Buffer | undefined; remove: boolean | undefined; at: Date },
): Promise<{ url: string | null }> {
  const { workspace_id: workspaceId } = actor
  return replacePicture(
    services,
    actor,
    { kind: 'logo', ...picture, at },
    {
      find: (trx) => lockLogo(trx, workspaceId),
      async put(trx, logoFileId) {
        await updateWorkspaceColumns(trx, workspaceId, { logo_file_id: logoFileId })
        await audit(trx, actor, 'settings.logo', { removed: logoFileId === null }, at)
      },
    },
  )
}
