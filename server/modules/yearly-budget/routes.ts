import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteYearlyBudget, loadYearlyBudget, setYearlyBudget } from './service.ts'

export function mountYearlyBudget(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('yearly_budget.get', ({ actor, at }) =>
    db.readSnapshot(actor.workspace_id, (trx) => loadYearlyBudget(trx, actor, at)),
  )
  handle('yearly_budget.set', ({ actor, body, at }) => setYearlyBudget(services, actor, body, at))
  handle('yearly_budget.delete', async ({ actor, at }) => {
    await deleteYearlyBudget(services, actor, at)
    return undefined
  })
}
