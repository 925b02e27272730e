import type { BodyInputOf } from '#contract/routes/index.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import type { PeopleSyncSettings } from '../api/queries.ts'

/** The settings of the source as a form has them. The authorization is never read back. */
export type SourceValues = Pick<
  PeopleSyncSettings,
  'source' | 'address' | 'file_name' | 'schedule' | 'coverage' | 'invites'
> & {
  authorization: string
  removes_authorization: boolean
  hour: string
  leavers_percent_max: string
}
export const sourceFields = [
  'source',
  'address',
  'authorization',
  'file_name',
  'schedule',
  'hour',
  'coverage',
  'leavers_percent_max',
  'invites',
] as const

export const toSourceValues = (settings: PeopleSyncSettings): SourceValues => ({
  source: settings.source,
  address: settings.address,
  authorization: '',
  removes_authorization: false,
  file_name: settings.file_name,
  schedule: settings.schedule,
  hour: String(settings.hour),
  coverage: settings.coverage,
  leavers_percent_max: String(settings.leavers_percent_max),
  invites: settings.invites,
})

/** Returns whether the stored authorization belongs to the address of the form. */
export const keepsAuthorization = (
  { address, removes_authorization: removes }: SourceValues,
  settings: PeopleSyncSettings,
): boolean => settings.has_authorization && !removes && address.trim() === settings.address

/** Returns the settings of a form. Fields of other sources stay as they are. */
function readSourceValues(
  values: SourceValues,
  settings: PeopleSyncSettings,
): BodyInputOf<'people_sync.update'> {
  const { source, authorization, hour, leavers_percent_max: percent } = values
  const replaces = authorization !== '' || !keepsAuthorization(values, settings)
  return {
    source,
    coverage: values.coverage,
    invites: values.invites,
    ...(values.coverage === 'full'
      ? { leavers_percent_max: parseWholeNumber(percent) ?? Number.NaN }
      : {}),
    ...(source === 'https' ? { address: values.address.trim() } : {}),
    ...(source === 'https' && replaces ? { authorization } : {}),
    ...(source === 'folder' ? { file_name: values.file_name } : {}),
    ...(source === 'api' ? {} : { schedule: values.schedule, hour: Number(hour) }),
  }
}

/** Returns the changed settings to send, so that changes of others to the rest stay. */
export const changedSourceValues = (
  values: SourceValues,
  settings: PeopleSyncSettings,
): BodyInputOf<'people_sync.update'> =>
  pickChanged(
    readSourceValues(values, settings),
    readSourceValues(toSourceValues(settings), settings) as Record<string, unknown>,
  )
