import type {
  purchaseDecisions,
  PurchaseDecisionsInput,
  PurchaseOutcome,
} from '#contract/schemas/purchases.ts'
import type { z } from 'zod'
import { listAbilities } from '#contract/permissions.ts'
import { findPermissions } from '#server/modules/people/permission-queries.ts'
import { Refusal, throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { createPurchaseContext, lockActiveUser } from './context.ts'
import { listContributorIds } from './contribution-queries.ts'
import { type AdminDecision, decideInTransaction } from './decisions.ts'
import { publishPurchaseChanged } from './events.ts'

type DecisionServices = Pick<Services, 'db' | 'events'>

const refusedOutcomes: readonly PurchaseOutcome[] = [
  'purchase_decided',
  'purchase_ordered',
  'team_reward_underfunded',
  'not_found',
]
/** Returns the outcome of a refused decision. Rethrows every other error. */
function toOutcome(error: unknown): PurchaseOutcome {
  const code = error instanceof Refusal ? error.list[0]?.code : undefined
  const outcome = refusedOutcomes.find((refused) => refused === code)
  if (!outcome) throw error
  return outcome
}

/**
 * Decides about a purchase in its own transaction, once per key of the call and purchase. A refusal
 * comes before any write, so its transaction may commit the outcome. Throws forbidden for an actor
 * who has lost the permission halfway.
 */
async function decideOne(
  { db }: DecisionServices,
  actor: Actor,
  id: string,
  decision: AdminDecision,
  call: IdempotentCall,
): Promise<PurchaseOutcome> {
  const itemCall = { ...call, key: call.key === null ? null : `${call.key}:${id}` }
  const { outcome } = await db.tenant(actor.workspace_id, async (trx) => {
    await lockActiveUser(trx, actor)
    const held = await findPermissions(trx, actor.workspace_id, actor.user_id)
    if (!held || !listAbilities(held).includes('fulfil_purchases')) throwRefusal('forbidden')
    return withIdempotency(trx, itemCall, async () => {
      const context = createPurchaseContext(trx, actor, call.at)
      try {
        await decideInTransaction(context, actor, id, decision)
        return { outcome: 'done' as const }
      } catch (error) {
        return { outcome: toOutcome(error) }
      }
    })
  })
  return outcome
}

/** Publishes the decided purchases, and the changed balances to their buyers. */
async function publishDecided(
  services: DecisionServices,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  ids: string[],
): Promise<void> {
  if (!ids.length) return
  const buyers = await services.db.tenant(workspaceId, (trx) =>
    listContributorIds(trx, workspaceId, ids),
  )
  publishPurchaseChanged(services, workspaceId, [...buyers, userId])
}

function toAdminDecision(input: PurchaseDecisionsInput): AdminDecision {
  const { decision, reason, note, code } = input
  if (decision === 'order') return { kind: 'order', note }
  return decision === 'fulfil' ? { kind: 'fulfil', note, code } : { kind: 'decline', reason }
}

/**
 * Orders, fulfills or declines purchases, each with its own outcome. Each has its own short
 * transaction that locks only its rows, in the order of ids: concurrent calls cannot deadlock, and a
 * purchase is decided once. A repeated key resumes a call that stopped halfway. Throws
 * idempotency_mismatch when the key was used for another request.
 */
export async function decidePurchases(
  services: DecisionServices,
  actor: Actor,
  input: PurchaseDecisionsInput,
  call: IdempotentCall,
): Promise<z.infer<typeof purchaseDecisions>> {
  await services.db.tenant(actor.workspace_id, async (trx) => {
    await lockActiveUser(trx, actor)
    await withIdempotency(trx, call, async () => null)
  })
  const decision = toAdminDecision(input)
  const ids = [...new Set(input.ids)]
  const outcomes = new Map<string, PurchaseOutcome>()
  try {
    for (const id of ids.toSorted())
      outcomes.set(id, await decideOne(services, actor, id, decision, call))
  } finally {
    // An error halfway leaves committed decisions.
    await publishDecided(
      services,
      actor,
      ids.filter((id) => outcomes.get(id) === 'done'),
    )
  }
  return { results: ids.map((id) => ({ id, outcome: outcomes.get(id) ?? 'not_found' })) }
}
