import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { UsersChangeOutcome } from '#contract/schemas/users.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { callAndInvalidate } from '#web/shared/use-call.ts'
import { useTranslation } from '#web/lib/translate.ts'

type WithoutIds<Body> = Omit<Body, 'ids'>
export type BulkChange =
  | { kind: 'resend' }
  | { kind: 'deactivate' | 'reactivate' }
  | ({ kind: 'adjust' } & WithoutIds<BodyInputOf<'coins.adjust_many'>>)
  | { kind: 'limits'; limits: NonNullable<BodyInputOf<'users.update_many'>['limits']> }
  | {
      kind: 'place'
      organization: NonNullable<BodyInputOf<'users.update_many'>['organization']>
    }
  | ({ kind: 'permissions' } & WithoutIds<BodyInputOf<'users.permissions_many'>>)

export type BulkSummary = {
  kind: BulkChange['kind']
  done: number
  /** The number of members for each reason, most frequent first. */
  refused: { reason: string; count: number }[]
}
const reasons: ReadonlySet<string> = new Set([
  'forbidden',
  'conflict',
  'invites_spent',
  'not_found',
  'manager_circle',
  'managers_too_deep',
  'field_managed',
  'invalid_amount',
])
/** Returns the reason that the summary shows for an error code. */
const reasonOf = (code: string | null) => {
  if (code?.startsWith('last_')) return 'last_holder'
  if (code === 'too_many') return 'too_soon'
  return code !== null && reasons.has(code) ? code : 'other'
}

const callTimeoutMs = 120_000
type QueryClient = ReturnType<typeof useQueryClient>
function sendChange(
  client: QueryClient,
  change: BulkChange,
  ids: string[],
  key: string,
): Promise<UsersChangeOutcome> {
  const options = { key, timeoutMs: callTimeoutMs }
  switch (change.kind) {
    case 'resend':
      return callAndInvalidate(client, 'users.invite_many', { ...options, body: { ids } })
    case 'permissions':
      return callAndInvalidate(client, 'users.permissions_many', {
        ...options,
        body: { ids, permissions: change.permissions },
      })
    case 'adjust':
      return callAndInvalidate(client, 'coins.adjust_many', {
        ...options,
        body: { ids, amount: change.amount, comment: change.comment },
      })
    case 'limits':
      return callAndInvalidate(client, 'users.update_many', {
        ...options,
        body: { ids, limits: change.limits },
      })
    case 'place':
      return callAndInvalidate(client, 'users.update_many', {
        ...options,
        body: { ids, organization: change.organization },
      })
    case 'deactivate':
    case 'reactivate':
      return callAndInvalidate(client, 'users.update_many', {
        ...options,
        body: { ids, state: change.kind === 'deactivate' ? 'deactivated' : 'pending' },
      })
  }
}

function summarize(kind: BulkChange['kind'], results: UsersChangeOutcome['results']): BulkSummary {
  const counts = new Map<string, number>()
  for (const { outcome, code } of results) {
    if (outcome === 'done') continue
    const reason = reasonOf(code)
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return {
    kind,
    done: results.filter(({ outcome }) => outcome === 'done').length,
    refused: [...counts]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count),
  }
}

type Unsent = { change: BulkChange; parts: { key: string; ids: string[] }[] }
/**
 * Returns a function that changes selected members with several bounded calls, one after another.
 * After a lost connection `retry` continues with the same keys, so nobody is changed twice.
 * `onDone` receives the ids that were changed.
 */
export function useBulkChange(onDone: (changed: string[]) => void) {
  const client = useQueryClient()
  const { t } = useTranslation('team')
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [summary, setSummary] = useState<BulkSummary | null>(null)
  const [unsent, setUnsent] = useState<Unsent | null>(null)

  const send = async ({ change, parts }: Unsent) => {
    const total = parts.reduce((sum, { ids }) => sum + ids.length, 0)
    const results: UsersChangeOutcome['results'] = []
    setUnsent(null)
    setProgress({ done: 0, total })
    try {
      for (const { key, ids } of parts) {
        results.push(...(await sendChange(client, change, ids, key)).results)
        setProgress({ done: results.length, total })
      }
    } catch (error) {
      notifyError(t, error)
      setUnsent({ change, parts: parts.slice(parts.findIndex((part) => !isSent(part, results))) })
    }
    setProgress(null)
    onDone(results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id))
    const next = summarize(change.kind, results)
    if (next.refused.length) setSummary(next)
    else if (next.done) notifySuccess(t(`bulk.done.${change.kind}`, { count: next.done }))
  }
  const run = (change: BulkChange, ids: readonly string[]) => {
    const size = limits.users_per_call_max
    return send({
      change,
      parts: Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ({
        key: crypto.randomUUID(),
        ids: ids.slice(index * size, (index + 1) * size),
      })),
    })
  }
  return {
    run,
    retry: unsent && (() => send(unsent)),
    progress,
    summary,
    closeSummary: () => setSummary(null),
  }
}
const isSent = ({ ids }: { ids: string[] }, results: UsersChangeOutcome['results']) =>
  results.some(({ id }) => id === ids[0])
