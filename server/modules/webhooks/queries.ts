import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Waiting deliveries are counted up to this limit; clients show "100 and more". */
const waitingCountMax = 100

const selectWebhooks = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('hooks')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .select((eb) => [
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom('hook_deliveries')
            .whereRef('hook_deliveries.workspace_id', '=', 'hooks.workspace_id')
            .whereRef('hook_deliveries.hook_id', '=', 'hooks.id')
            .where('hook_deliveries.state', '=', 'waiting')
            .select('hook_deliveries.id')
            .limit(waitingCountMax)
            .as('some'),
        )
        .select((some) => some.fn.countAll<number>().as('n'))
        .as('waiting'),
      eb
        .selectFrom('hook_deliveries')
        .whereRef('hook_deliveries.workspace_id', '=', 'hooks.workspace_id')
        .whereRef('hook_deliveries.hook_id', '=', 'hooks.id')
        .where('hook_deliveries.state', '=', 'waiting')
        .orderBy('hook_deliveries.next_at')
        .limit(1)
        .select('hook_deliveries.next_at')
        .as('next_at'),
      // True for current events and for events that are still in the log.
      sql<boolean>`(exists (select 1 from unnest(hooks.events) chosen
        where chosen like 'purchase.%') or exists (select 1 from hook_deliveries d
      where d.workspace_id = hooks.workspace_id and d.hook_id = hooks.id
        and d.event like 'purchase.%'))`.as('carries_purchases'),
    ])
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

export const listWebhooks = (trx: Trx, workspaceId: string) =>
  selectWebhooks(trx, workspaceId).orderBy('id').execute()
export const findWebhook = (trx: Trx, workspaceId: string, id: string) =>
  selectWebhooks(trx, workspaceId).where('id', '=', id).executeTakeFirst()

export const selectDelivery = (trx: Trx, workspaceId: string, id: string) =>
  trx
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
export type DeliveryRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectDelivery>['executeTakeFirst']>>
>

/** Returns a page of the delivery log, newest first, after the cursor. */
export const listDeliveries = (
  trx: Trx,
  workspaceId: string,
  hookId: string,
  after: { at: Date; id: string } | undefined,
  limit: number,
) =>
  trx
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('hook_id', '=', hookId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/**
 * Leases due deliveries for `leaseMs` and counts the attempt. Other processes skip them until the
 * lease expires after a crash. Returns their ids.
 */
export async function claimDueDeliveries(
  trx: Trx,
  workspaceId: string,
  hookId: string,
  at: Date,
  leaseMs: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update hook_deliveries d set attempts = d.attempts + 1,
      next_at = ${new Date(at.getTime() + leaseMs)}
    from (select id from hook_deliveries where workspace_id = ${workspaceId}
      and hook_id = ${hookId} and state = 'waiting' and next_at <= ${at}
      and exists (select 1 from hooks where workspace_id = ${workspaceId} and id = ${hookId}
        and state = 'active' and (wait_until is null or wait_until <= ${at}))
      order by next_at limit ${limit} for update skip locked) due
    where d.workspace_id = ${workspaceId} and d.id = due.id returning d.id`.execute(trx)
  return rows.map((row) => row.id)
}

/**
 * Counts a failure of a webhook and delays all its deliveries. Concurrent failures count once.
 * Returns the time of the first failure in a row.
 */
export async function recordWebhookFailure(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
  waitS: number | undefined,
): Promise<Date | null> {
  const { rows } = await sql<{ failing_since: Date | null }>`
    update hooks set failing_since = coalesce(failing_since, ${at}),
      failures = failures + (wait_until is null or wait_until <= ${at})::int,
      wait_until = greatest(wait_until, ${at}::timestamptz + make_interval(secs =>
        coalesce(${waitS ?? null}::int, least(5 * 2 ^ least(failures, 10), 600))))
    where workspace_id = ${workspaceId} and id = ${id} returning failing_since`.execute(trx)
  return rows[0]?.failing_since ?? null
}

/** Returns the administrators to notify about a disabled webhook. */
export async function findWebhookAdmins(trx: Trx, workspaceId: string) {
  const { rows } = await sql<{
    user_id: string
    to: string
    language: 'en' | 'es' | 'pt' | 'ru' | 'ua'
  }>`
    select u.id as user_id, u.email as to, coalesce(u.language, s.language) as language
    from permissions p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
      join settings s on s.workspace_id = p.workspace_id
    where p.workspace_id = ${workspaceId} and (p.global_administrator or p.account_administrator)
      and u.state = 'accepted' and u.email <> ''`.execute(trx)
  return rows
}

/** Returns whether the replaced secret still signs. */
export const isOldSecretValid = (
  row: { old_secret: Buffer | null; old_until: Date | null },
  at: Date,
): boolean => row.old_secret !== null && row.old_until !== null && row.old_until > at
export const secretOverlapMs = limits.hook_secret_overlap_hours * 3_600_000
