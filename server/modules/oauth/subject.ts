import { isUuid } from '#server/platform/ids.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { GrantOwner } from './grant-queries.ts'
import { findAcceptedMember } from './member-queries.ts'

/** Returns the subject of tokens: a person in a team. */
export const toSubject = ({ workspace_id: workspaceId, user_id: userId }: GrantOwner): string =>
  `${workspaceId}.${userId}`

/** Returns the person of a subject, or undefined for a malformed one. */
export function parseSubject(subject: string): GrantOwner | undefined {
  const [workspaceId = '', userId = '', ...rest] = subject.split('.')
  return isUuid(workspaceId) && isUuid(userId) && !rest.length
    ? { workspace_id: workspaceId, user_id: userId }
    : undefined
}

/** Returns whether a person is an accepted member of a team that exists. */
export const isAcceptedMember = (
  db: Database,
  { workspace_id: workspaceId, user_id: userId }: GrantOwner,
): Promise<boolean> => db.tenant(workspaceId, (trx) => findAcceptedMember(trx, workspaceId, userId))
