import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { webhookKinds } from '#contract/webhook-events.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

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
            .where('hook_deliveries.workspace_id', '=', workspaceId)
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
        .where('hook_deliveries.workspace_id', '=', workspaceId)
        .whereRef('hook_deliveries.hook_id', '=', 'hooks.id')
        .where('hook_deliveries.state', '=', 'waiting')
        .orderBy('hook_deliveries.next_at')
        .limit(1)
        .select('hook_deliveries.next_at')
        .as('next_at'),
      // True for current events and for events that are still in the log.
      sql<boolean>`(exists (select 1 from unnest(hooks.events) chosen
        where chosen like 'purchase.%') or exists (select 1 from hook_deliveries d
      where d.workspace_id = ${workspaceId} and d.hook_id = hooks.id
        and d.event like 'purchase.%'))`.as('carries_purchases'),
    ])
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** Returns webhooks and bridges with incoming webhooks. */
export const listWebhooks = (trx: Trx, workspaceId: string) =>
  selectWebhooks(trx, workspaceId).where('kind', 'in', webhookKinds).orderBy('id').execute()
/** Returns the channels of chat apps. */
export const listChannelHooks = (trx: Trx, workspaceId: string) =>
  selectWebhooks(trx, workspaceId)
    .where('channel_id', 'is not', null)
    .orderBy(sql`lower(channel_name)`)
    .orderBy('id')
    .execute()
export const findWebhook = (trx: Trx, workspaceId: string, id: string) =>
  selectWebhooks(trx, workspaceId).where('id', '=', id).executeTakeFirst()

/** Locks a webhook until the end of the transaction. */
export async function lockWebhook(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .selectFrom('hooks')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

export async function insertWebhook(trx: Trx, hook: Insertable<Tables['hooks']>): Promise<void> {
  await trx.insertInto('hooks').values(hook).execute()
}

export async function updateWebhookRow(
  trx: Trx,
  workspaceId: string,
  id: string,
  set: Updateable<Tables['hooks']>,
): Promise<void> {
  await trx
    .updateTable('hooks')
    .set(set)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhookRow(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('hooks')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Stores a new encrypted secret. The old one signs too until `oldUntil`. */
export async function replaceWebhookSecret(
  trx: Trx,
  workspaceId: string,
  id: string,
  { secret, oldUntil }: { secret: Buffer; oldUntil: Date },
): Promise<void> {
  await trx
    .updateTable('hooks')
    .set((eb) => ({ old_secret: eb.ref('secret'), old_until: oldUntil, secret }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
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

/** Ends a series of failures after a delivery. The next one waits for `pauseMs`. */
export async function resetWebhookFailures(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
  pauseMs = 0,
): Promise<void> {
  await trx
    .updateTable('hooks')
    .set({
      failures: 0,
      failing_since: null,
      wait_until: pauseMs ? new Date(at.getTime() + pauseMs) : null,
      delivered_at: at,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Switches an active webhook off. Returns whether it was active. */
export async function switchWebhookOff(
  trx: Trx,
  workspaceId: string,
  id: string,
  offReason: NonNullable<Selectable<Tables['hooks']>['off_reason']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('hooks')
    .set({ state: 'off', off_reason: offReason })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
