import { sql } from 'kysely'
import { type PersonRow, selectPeople } from '#server/modules/people/queries.ts'
import { listConditions } from '#server/modules/users/team-list-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'

const { searchConditions, sortName, stateRank } = listConditions

export type ConnectionPersonPosition = { state_rank: number; sort_name: string; id: string }
/** A person of a connection, with the position in the list. */
export type ConnectionPersonRow = PersonRow &
  ConnectionPersonPosition & { subject: string; linked_at: Date; signed_in_at: Date }

/**
 * Returns the people of a connection after a position, in the order of the team list, which has an
 * index.
 */
export function listConnectionPeople(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  page: {
    search?: string | undefined
    after?: ConnectionPersonPosition | undefined
    limit: number
  },
): Promise<ConnectionPersonRow[]> {
  const { search, after, limit } = page
  const query = selectPeople(trx, workspaceId)
    .innerJoin('sso_identities', (join) =>
      join
        .onRef('sso_identities.workspace_id', '=', 'users.workspace_id')
        .onRef('sso_identities.user_id', '=', 'users.id'),
    )
    .where('sso_identities.workspace_id', '=', workspaceId)
    .where('sso_identities.connection_id', '=', connectionId)
    .select([
      'sso_identities.subject',
      'sso_identities.created_at as linked_at',
      'sso_identities.seen_at as signed_in_at',
      stateRank.as('state_rank'),
      sortName.as('sort_name'),
    ])
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(${stateRank}, ${sortName}, users.id)
          > (${after?.state_rank}, ${after?.sort_name}, ${after?.id}::uuid)`,
      ),
    )
  return searchConditions(search)
    .reduce((rows, condition) => rows.where(condition), query)
    .orderBy(stateRank)
    .orderBy(sortName)
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

/** Deletes the link of a person to a connection. Returns false if there is none. */
export async function deleteIdentity(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  userId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sso_identities')
    .where('workspace_id', '=', workspaceId)
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
