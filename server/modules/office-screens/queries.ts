import { type Insertable, type Selectable, sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { LeaderboardMode, LimitPeriod } from '#contract/schemas/settings.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type OfficeScreenRow = Pick<
  Selectable<Tables['office_screens']>,
  'id' | 'name' | 'created_at' | 'used_on'
>

/** Returns the displays of a team, newest first. There are at most `limits.office_screens_max`. */
export function listOfficeScreens(trx: Trx, workspaceId: string): Promise<OfficeScreenRow[]> {
  return trx
    .selectFrom('office_screens')
    .select(['id', 'name', 'created_at', 'used_on'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .execute()
}

export async function insertOfficeScreen(
  trx: Trx,
  screen: Insertable<Tables['office_screens']>,
): Promise<void> {
  await trx.insertInto('office_screens').values(screen).execute()
}

/** Deletes a display. Returns its name, or undefined if there is none with this id. */
export async function deleteOfficeScreenRow(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('office_screens')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Stores the day of a use, unless a later one is stored. */
export async function recordOfficeScreenUse(
  trx: Trx,
  workspaceId: string,
  id: string,
  day: string,
): Promise<void> {
  await trx
    .updateTable('office_screens')
    .set({ used_on: day })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_on', 'is', null), eb('used_on', '<', day)]))
    .execute()
}

export type OpenedScreen = {
  id: string
  used_on: string | null
  team: string
  logo_key: string | null
  language: Language
  timezone: string
  active_color: string
  show_leaderboard: boolean
  leaderboard_mode: LeaderboardMode
  limit_period: LimitPeriod
  trial_ends_at: Date
  paid_until: Date | null
  manual_payments: boolean
}

/** Returns the display of a token with what it shows of the team, unless the team is deleted. */
export function findOpenedScreen(
  trx: Trx,
  workspaceId: string,
  tokenHash: Buffer,
): Promise<OpenedScreen | undefined> {
  return trx
    .selectFrom('office_screens')
    .innerJoin('workspaces', 'workspaces.id', 'office_screens.workspace_id')
    .innerJoin('settings', 'settings.workspace_id', 'office_screens.workspace_id')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'workspaces.id')
        .onRef('files.id', '=', 'workspaces.logo_file_id'),
    )
    .select([
      'office_screens.id',
      'office_screens.used_on',
      'workspaces.name as team',
      'files.storage_key as logo_key',
      'settings.language',
      'settings.timezone',
      'settings.active_color',
      'settings.show_leaderboard',
      'settings.leaderboard_mode',
      'settings.limit_period',
      'workspaces.trial_ends_at',
      'workspaces.paid_until',
      'workspaces.manual_payments',
    ])
    .where('office_screens.workspace_id', '=', workspaceId)
    .where('office_screens.token_hash', '=', tokenHash)
    .where('workspaces.deleted_at', 'is', null)
    .executeTakeFirst() as Promise<OpenedScreen | undefined>
}

export type ScreenPostRow = {
  id: string
  from_id: string | null
  to_ids: string[]
  to_count: number
  score: number
  description: string
  created_at: Date
  value_name: string
  value_emoji: string
  value_color: string
}

/** Returns the newest public posts, each with its value and its first `recipients` recipients. */
export async function listNewestPublicPosts(
  trx: Trx,
  workspaceId: string,
  { limit, recipients }: { limit: number; recipients: number },
): Promise<ScreenPostRow[]> {
  const { rows } = await sql<ScreenPostRow>`
    select p.id, p.from_id, p.to_ids[1:${sql.lit(recipients)}] as to_ids,
      cardinality(p.to_ids) as to_count, p.score, p.description, p.created_at,
      v.name as value_name, v.emoji as value_emoji, v.color as value_color
    from posts p
    join "values" v on v.workspace_id = ${workspaceId} and v.id = p.value_id
    where p.workspace_id = ${workspaceId} and not p.private and not p.add_on
      and p.deleted_at is null
    order by p.id desc limit ${limit}`.execute(trx)
  return rows
}
