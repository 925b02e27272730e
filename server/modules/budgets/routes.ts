import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { loadBudgetMovements, loadBudgets } from './load-budgets.ts'
import { readRenewedBudgets } from './renew.ts'
import {
  closeBudget,
  createBudget,
  fundBudget,
  moveBetweenBudgets,
  updateBudget,
} from './service.ts'

export function mountBudgets(handle: MountRoute, services: Services): void {
  handle('budgets.list', ({ actor, at }) =>
    readRenewedBudgets(services, actor.workspace_id, at, (trx) => loadBudgets(trx, actor)),
  )
  handle('budgets.movements', ({ actor, params, query, at }) =>
    readRenewedBudgets(services, actor.workspace_id, at, (trx) =>
      loadBudgetMovements(trx, actor, params.id, query),
    ),
  )
  handle('budgets.create', (call) =>
    createBudget(services, call.actor, call.body, toIdempotentCall('budgets.create', call)),
  )
  handle('budgets.update', (call) =>
    updateBudget(services, call.actor, call.params.id, call.body, call.at),
  )
  handle('budgets.fund', (call) =>
    fundBudget(
      services,
      call.actor,
      call.params.id,
      call.body,
      toIdempotentCall('budgets.fund', call),
    ),
  )
  handle('budgets.move', (call) =>
    moveBetweenBudgets(
      services,
      call.actor,
      call.params.id,
      call.body,
      toIdempotentCall('budgets.move', call),
    ),
  )
  handle('budgets.close', (call) =>
    closeBudget(services, call.actor, call.params.id, toIdempotentCall('budgets.close', call)),
  )
}
