import { isDeepStrictEqual } from 'node:util'
import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { PeopleSyncSettings } from '#contract/schemas/people-sync.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import type { Services } from '#server/platform/services.ts'
import { encryptAuthorization, isFileName } from './fetch-file.ts'
import { presentRuns } from './present.ts'
import { findSyncSettings, listRuns, saveSyncSettings, type SettingsRow } from './run-queries.ts'
import { foldHeader } from './store-file.ts'

type SettingsInput = BodyOf<'people_sync.update'>
type StoredSettings = Omit<SettingsRow, 'workspace_id' | 'updated_at' | 'updated_by'>

const defaultSettings: StoredSettings = {
  source: 'api',
  address: '',
  authorization_value: null,
  file_name: '',
  schedule: 'off',
  hour: 4,
  coverage: 'full',
  columns: [],
  date_orders: {},
  leavers_percent_max: limits.people_sync_leavers_percent,
  invites: false,
  next_run_at: null,
}

/** Returns how a file keeps the people of a team, with the last run. Never the authorization. */
export async function loadSyncSettings(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  workspaceId: string,
): Promise<PeopleSyncSettings> {
  const row = (await findSyncSettings(trx, workspaceId)) ?? defaultSettings
  const [run] = await presentRuns(trx, workspaceId, await listRuns(trx, workspaceId, { limit: 1 }))
  return {
    source: row.source,
    address: row.address,
    has_authorization: row.authorization_value !== null,
    file_name: row.file_name,
    folder: config.peopleSyncFolder !== null,
    folder_path: workspaceId,
    schedule: row.schedule,
    hour: row.hour,
    coverage: row.coverage,
    columns: row.columns,
    date_orders: row.date_orders,
    leavers_percent_max: row.leavers_percent_max,
    invites: row.invites,
    next_run_at: row.next_run_at?.toISOString() ?? null,
    last_run: run ?? null,
  }
}

/** Throws not_unique for a repeated header or field, and required without the address. */
function assertValidMapping(columns: PeopleSyncSettings['columns']): void {
  if (!columns.length) return
  const headers = columns.map(({ header }) => foldHeader(header))
  const fields = columns.flatMap(({ field }) => (field === 'ignore' ? [] : [field]))
  if (new Set(headers).size < headers.length || new Set(fields).size < fields.length)
    throwRefusal('not_unique', { field: 'columns' })
  if (!fields.includes('email')) throwRefusal('required', { field: 'columns' })
}

/**
 * Throws required without the place of the file, address_refused for an address that we never call,
 * and people_folder_missing when the operator has no folder.
 */
async function assertUsableSource(
  { config, companyHttpClient }: Services,
  { source, address, file_name: fileName }: StoredSettings,
): Promise<void> {
  if (source === 'https') {
    if (!address) throwRefusal('required', { field: 'address' })
    try {
      await companyHttpClient.checkUrl(address)
    } catch (error) {
      // A host that is away now may be back later.
      if (error instanceof SafeHttpError && error.reason === 'address')
        throwRefusal('address_refused', { field: 'address' })
      if (!(error instanceof SafeHttpError)) throw error
    }
  }
  if (source !== 'folder') return
  if (config.peopleSyncFolder === null) throwRefusal('people_folder_missing', { field: 'source' })
  if (!fileName) throwRefusal('required', { field: 'file_name' })
  if (!isFileName(fileName)) throwRefusal('wrong_format', { field: 'file_name' })
}

/** Returns when the file is fetched next: at the next hour, or at an hour of the team's day. */
export function findNextRun(
  { source, schedule, hour }: Pick<StoredSettings, 'source' | 'schedule' | 'hour'>,
  timezone: string,
  at: Date,
): Date | null {
  if (source === 'api' || schedule === 'off') return null
  if (schedule === 'hourly') return new Date(at.getTime() + hourMs)
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
  const start = now.withPlainTime(Temporal.PlainTime.from({ hour }))
  const isOver = Temporal.ZonedDateTime.compare(start, now) <= 0
  return new Date((isOver ? start.add({ days: 1 }) : start).epochMilliseconds)
}

/** Returns the changed settings for the audit log, without secrets. */
const describeChanges = (before: StoredSettings, after: StoredSettings) =>
  Object.fromEntries(
    (
      [
        'source',
        'address',
        'file_name',
        'schedule',
        'hour',
        'coverage',
        'leavers_percent_max',
        'invites',
      ] as const
    ).flatMap((field) =>
      before[field] === after[field] ? [] : [[field, { from: before[field], to: after[field] }]],
    ),
  )

/** Changes how a file keeps the people of a team. Fields that are left out stay as they are. */
export async function updateSyncSettings(
  services: Services,
  actor: Actor,
  { authorization, ...input }: SettingsInput,
  at: Date,
): Promise<PeopleSyncSettings> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const merge = (row: StoredSettings): StoredSettings => ({
    ...row,
    ...(input as Partial<StoredSettings>),
    // An authorization never reaches another address.
    ...(input.address !== undefined && input.address !== row.address
      ? { authorization_value: null }
      : {}),
    ...(authorization === undefined
      ? {}
      : {
          authorization_value: authorization
            ? encryptAuthorization(services, workspaceId, authorization)
            : null,
        }),
  })
  if (input.columns) assertValidMapping(input.columns)
  const find = async (trx: Trx) => (await findSyncSettings(trx, workspaceId)) ?? defaultSettings
  const checked = await services.db.tenant(workspaceId, find)
  await assertUsableSource(services, merge(checked))
  const settings = await services.db.tenant(workspaceId, async (trx) => {
    const { timezone } = await lockSettings(trx, workspaceId)
    const before = await find(trx)
    if (!isDeepStrictEqual(before, checked)) return undefined
    const after = merge(before)
    await saveSyncSettings(trx, {
      ...after,
      columns: JSON.stringify(after.columns),
      date_orders: JSON.stringify(after.date_orders),
      next_run_at: findNextRun(after, timezone, at),
      workspace_id: workspaceId,
      updated_at: at,
      updated_by: userId,
    })
    await audit(trx, actor, 'people_sync.update', describeChanges(before, after), at)
    return loadSyncSettings(trx, services, workspaceId)
  })
  // Another change was stored during the check, which did not see it.
  return settings ?? updateSyncSettings(services, actor, { authorization, ...input }, at)
}
