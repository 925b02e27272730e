import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadIntroductions, setIntroductions } from '#server/modules/introductions/service.ts'
import { loadChart } from './chart.ts'
import { setAway } from './set-away.ts'
import { loadTeam, loadTeamSummary } from './team.ts'

export function mountOrganization(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('organization.chart', ({ actor: { workspace_id: workspaceId }, query }) =>
    db.readSnapshot(workspaceId, (trx) => loadChart(trx, workspaceId, query)),
  )
  handle('organization.team', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadTeam(trx, actor, query, at)),
  )
  handle('organization.set_away', ({ actor, params, body, at }) =>
    setAway(services, actor, params.id, body, at),
  )
  handle('organization.introductions', ({ actor, params, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadIntroductions(trx, actor, params.id, at)),
  )
  handle('organization.introduce', ({ actor, params, body, at }) =>
    setIntroductions(services, actor, params.id, body, at),
  )
  handle('organization.team_summary', ({ actor, query, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadTeamSummary(trx, actor, query, at)),
  )
}
