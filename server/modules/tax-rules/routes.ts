import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import {
  addExamples,
  confirmRule,
  createRule,
  deleteRule,
  loadRules,
  updateRule,
} from './service.ts'

export function mountTaxRules(handle: MountRoute, services: Services): void {
  handle('tax_rules.list', ({ actor: { workspace_id: workspaceId } }) =>
    services.db.readSnapshot(workspaceId, (trx) => loadRules(trx, workspaceId)),
  )
  handle('tax_rules.create', ({ actor, body, at }) => createRule(services, actor, body, at))
  handle('tax_rules.add_examples', ({ actor, body, at }) =>
    addExamples(services, actor, body.country, at),
  )
  handle('tax_rules.update', ({ actor, params, body, at }) =>
    updateRule(services, actor, { id: params.id, body, at }),
  )
  handle('tax_rules.confirm', ({ actor, params, at }) =>
    confirmRule(services, actor, params.id, at),
  )
  handle('tax_rules.delete', async ({ actor, params, at }) => {
    await deleteRule(services, actor, params.id, at)
    return undefined
  })
}
