import { type Language, toLanguage } from '#contract/schemas/common.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns the salt of a user's calendar URL, or null without one. */
export async function findCalendarSalt(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<Buffer | null> {
  const user = await trx
    .selectFrom('users')
    .select('calendar_salt')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.calendar_salt
}

type CalendarReader = {
  salt: Buffer | null
  language: Language
  timezone: string
  team: string
  trial_ends_at: Date
  paid_until: Date | null
  manual_payments: boolean
}

/** Returns an accepted user with what its calendar needs to know about the team. */
export async function findCalendarReader(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<CalendarReader | undefined> {
  const row = await trx
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .innerJoin('settings', 'settings.workspace_id', 'users.workspace_id')
    .select([
      'users.calendar_salt as salt',
      'users.language as own',
      'settings.language as language',
      'settings.timezone',
      'workspaces.name as team',
      'workspaces.trial_ends_at',
      'workspaces.paid_until',
      'workspaces.manual_payments',
    ])
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .where('users.state', '=', 'accepted')
    .where('workspaces.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, language: toLanguage(row.own ?? row.language) }
}
