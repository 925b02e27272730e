import { sql } from 'kysely'
import type { UserState } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Columns of a person's card. `avatar_key` is the storage key of the picture. */
export type PersonRow = {
  id: string
  first_name: string
  last_name: string
  email: string
  job_title: string
  state: UserState
  demo: boolean
  avatar_key: string | null
}

const personColumns = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.job_title',
  'users.state',
  'users.demo',
] as const

/** Starts a query of the columns of people's cards. */
export function selectPeople(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('users')
    .leftJoin('files', (join) =>
      join
        .onRef('files.workspace_id', '=', 'users.workspace_id')
        .onRef('files.id', '=', 'users.avatar_file_id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .select([...personColumns, 'files.storage_key as avatar_key'])
}

export async function findPeopleByIds(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<PersonRow[]> {
  return selectPeople(trx, workspaceId).where('users.id', 'in', ids).execute()
}

/** The name of the person of a table in a statement, as `nameOfPerson` returns it. */
export const personName = (table: string) => sql<string>`coalesce(
  nullif(trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}), ''),
  split_part(${sql.ref(`${table}.email`)}, '@', 1))`

/**
 * Returns the place of a state in the order of the team list (specification, section 4): pending 0,
 * accepted 1, deactivated 2, deleted 3. The index `users_team_order` has the same expression, so a
 * comparison of the place is a range of the index. `state` is the column.
 */
export const rankOfState = (state: string) =>
  sql<number>`(case ${sql.ref(state)} when 'pending' then 0 when 'accepted' then 1
  when 'deactivated' then 2 else 3 end)`
