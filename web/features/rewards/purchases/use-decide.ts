import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf, OutputOf } from '#contract/routes/index.ts'
import type { PurchaseOutcome } from '#contract/schemas/purchases.ts'
import type { PurchaseStage } from '#contract/schemas/rewards.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { showNotification } from '#web/shared/notify.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { offerUndo } from '#web/shared/undo.tsx'
import { callAndInvalidate } from '#web/shared/use-call.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'

export type Decision = Omit<BodyInputOf<'rewards.decide_purchases'>, 'ids'>
type Entry = { ids: string[]; decision: Decision; name: string | undefined }
/** Hidden purchases with their stage before the decision. */
export type HiddenPurchases = ReadonlyMap<string, PurchaseStage>
type Batch = { entries: Entry[]; dismiss: () => boolean }

/** Purchases that the lists hide: their decision can be undone, or is being sent. */
let hiddenPurchases: HiddenPurchases = new Map()
const listeners = new Set<() => void>()
function setHidden(purchases: HiddenPurchases): void {
  hiddenPurchases = purchases
  for (const listener of listeners) listener()
}
const hide = (ids: string[], stage: PurchaseStage) =>
  setHidden(new Map([...hiddenPurchases, ...ids.map((id) => [id, stage] as const)]))
const reveal = (ids: string[]) =>
  setHidden(new Map([...hiddenPurchases].filter(([id]) => !ids.includes(id))))
export const useHiddenPurchases = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hiddenPurchases,
  )
/** Returns how many hidden purchases belong to a stage. */
export const countHidden = (hidden: HiddenPurchases, stage: PurchaseStage) =>
  [...hidden.values()].filter((left) => left === stage).length

/** The batch of each decision that can still be undone. Later decisions join it. */
const openBatches = new Map<Decision['decision'], Batch>()

/** Returns the calls of a batch, each with its Idempotency-Key and a bounded number of ids. */
const toCalls = (entries: Entry[]) =>
  entries.flatMap(({ ids, decision }) =>
    Array.from({ length: Math.ceil(ids.length / limits.purchases_per_call_max) }, (_, index) => ({
      key: crypto.randomUUID(),
      body: {
        ...decision,
        ids: ids.slice(
          index * limits.purchases_per_call_max,
          (index + 1) * limits.purchases_per_call_max,
        ),
      },
    })),
  )

const notifyProblem = (t: Translate, message: string) =>
  showNotification({
    message,
    color: 'red',
    role: 'alert',
    closeButtonProps: { 'aria-label': t('common:close') },
  })
/** Shows how many purchases had another outcome. */
function reportOutcomes(t: Translate, outputs: OutputOf<'rewards.decide_purchases'>[]): void {
  const outcomes = outputs.flatMap((output) => output.results.map(({ outcome }) => outcome))
  const count = (outcome: PurchaseOutcome) => outcomes.filter((one) => one === outcome).length
  const decided = count('purchase_decided') + count('not_found')
  const ordered = count('purchase_ordered')
  const underfunded = count('team_reward_underfunded')
  if (decided) notifyProblem(t, t('work.decided_before', { count: decided }))
  if (ordered) notifyProblem(t, t('work.ordered_before', { count: ordered }))
  if (underfunded) notifyProblem(t, t('work.underfunded', { count: underfunded }))
}

const decideTimeoutMs = 120_000
/**
 * Sends a batch. All calls start at once, because the page may be closing. A failure reveals its
 * purchases again.
 */
async function sendBatch(client: QueryClient, t: Translate, entries: Entry[]): Promise<void> {
  const results = await Promise.allSettled(
    toCalls(entries).map(({ key, body }) =>
      callAndInvalidate(
        client,
        'rewards.decide_purchases',
        { key, body, keepalive: true, timeoutMs: decideTimeoutMs },
        ['purchases'],
      ),
    ),
  )
  await client.invalidateQueries({ queryKey: queryKey('purchases') })
  reveal(entries.flatMap(({ ids }) => ids))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) notifyError(t, failed.reason)
  reportOutcomes(
    t,
    results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
  )
}

/** The past participles of the decisions, as their texts are named. */
const participles = { order: 'ordered', fulfil: 'fulfilled', decline: 'declined' } as const
function batchText(t: Translate, entries: Entry[]): string {
  const [first] = entries
  const count = entries.reduce((sum, { ids }) => sum + ids.length, 0)
  const key = participles[first?.decision.decision ?? 'fulfil']
  return count === 1 && first?.name !== undefined
    ? t(`work.${key}_name`, { name: first.name })
    : t(`work.${key}`, { count })
}

/**
 * Returns a function that decides about purchases. They leave the lists at once; points are moved
 * and mails are sent when the undo period ends or the page is left. Decisions of one kind share one
 * message. `stage` is the stage before the decision, and `name` describes a single purchase.
 */
export function useDecide(): (
  ids: string[],
  decision: Decision,
  stage: PurchaseStage,
  name?: string,
) => void {
  const client = useQueryClient()
  const { t } = useTranslation('rewards')
  return useCallback(
    (chosen, decision, stage, name) => {
      const ids = chosen.filter((id) => !hiddenPurchases.has(id))
      if (!ids.length) return
      const kind = decision.decision
      const open = openBatches.get(kind)
      const entries = [...(open?.dismiss() ? open.entries : []), { ids, decision, name }]
      const end = () => {
        if (openBatches.get(kind) === batch) openBatches.delete(kind)
      }
      const undo = () => {
        end()
        reveal(entries.flatMap((entry) => entry.ids))
      }
      hide(ids, stage)
      const dismiss = offerUndo({
        text: batchText(t, entries),
        undo,
        commit: () => {
          end()
          return sendBatch(client, t, entries)
        },
        cancel: undo,
      })
      const batch: Batch = { entries, dismiss }
      openBatches.set(kind, batch)
    },
    [client, t],
  )
}
