import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Gives a team a verified domain, in ASCII, without a connection. One for each team. */
export const verifyDomain = (
  t: TestApp,
  { workspace_id: workspaceId, admin }: Team,
  domain: string,
) =>
  t.services.db.tenant(workspaceId, (trx) =>
    trx
      .insertInto('sso_domains')
      .values({
        workspace_id: workspaceId,
        id: admin.user_id,
        domain,
        token: 'x',
        added_by: admin.user_id,
        added_at: t.clock.now(),
        verified_at: t.clock.now(),
      })
      .execute(),
  )
