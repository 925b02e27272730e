import { insertRows } from '#server/platform/database/insert-rows.ts'
import { newId } from '#server/platform/ids.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Adds accepted people named Ida to a team. */
export const addPeople = (
  t: TestApp,
  { workspace_id: workspaceId }: Pick<Team, 'workspace_id'>,
  count: number,
) =>
  t.services.db.tenant(workspaceId, (trx) =>
    insertRows(
      trx,
      'users',
      Array.from({ length: count }, () => {
        const id = newId(t.clock.now())
        return {
          workspace_id: workspaceId,
          id,
          email: `${id}@example.test`,
          first_name: 'Ida',
          state: 'accepted',
          created_at: t.clock.now(),
        }
      }),
    ),
  )
