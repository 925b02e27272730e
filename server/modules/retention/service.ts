import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

type RetentionServices = Pick<Services, 'db' | 'clock' | 'log'>
/** How many rows went, by what they were. */
export type DeletedCounts = Record<string, number>

const dayMs = 86_400_000
const batchSize = 1_000
const pageSize = 500
const subtractDays = (at: Date, days: number) => new Date(at.getTime() - days * dayMs)

/**
 * Does a statement that takes away `batch` rows at most until it takes fewer: no transaction is
 * long, whatever has piled up.
 */
async function deleteInBatches(
  take: () => Promise<number>,
  stopped: () => boolean,
): Promise<number> {
  for (let all = 0; ;) {
    const gone = await take()
    all += gone
    if (gone < batchSize || stopped()) return all
  }
}
const countAffectedRows = async (
  statement: RawBuilder<unknown>,
  trx: Parameters<RawBuilder<unknown>['execute']>[0],
) => Number((await statement.execute(trx)).numAffectedRows ?? 0)

/**
 * What is over of one team. Each rule answers how many rows it took, and finds them along an index
 * of the team.
 */
function retentionRules(
  workspaceId: string,
  at: Date,
): Record<string, (trx: Trx) => Promise<number>> {
  const keys = subtractDays(at, limits.idempotency_days)
  const mails = subtractDays(at, limits.sent_mail_days)
  const links = subtractDays(at, limits.used_link_days)
  const imports = subtractDays(at, limits.import_rows_days)
  return {
    idempotency_keys: (trx) =>
      countAffectedRows(
        sql`delete from idempotency_keys where workspace_id = ${workspaceId}
          and (user_id, key) in (
      select user_id, key from idempotency_keys where workspace_id = ${workspaceId}
        and created_at < ${keys} limit ${sql.lit(batchSize)})`,
        trx,
      ),
    mails: (trx) =>
      countAffectedRows(
        sql`delete from outbox where workspace_id = ${workspaceId} and id in (
      select id from outbox where workspace_id = ${workspaceId} and state <> 'waiting'
        and created_at < ${mails} limit ${sql.lit(batchSize)})`,
        trx,
      ),
    mail_budgets: (trx) =>
      countAffectedRows(
        sql`delete from mail_budgets where workspace_id = ${workspaceId}
          and day < ${subtractDays(at, limits.mail_budget_days)}::date`,
        trx,
      ),
    invites: (trx) =>
      countAffectedRows(
        sql`delete from invites where workspace_id = ${workspaceId} and expires_at < ${links}`,
        trx,
      ),
    impersonation_links: (trx) =>
      countAffectedRows(
        sql`delete from impersonation_links where workspace_id = ${workspaceId}
          and expires_at < ${links}`,
        trx,
      ),
    card_setups: (trx) =>
      countAffectedRows(
        sql`delete from card_setups where workspace_id = ${workspaceId} and expires_at < ${links}`,
        trx,
      ),
    // A list that nobody began to send is forgotten whole; of others it stays how many there were.
    imports: (trx) =>
      countAffectedRows(
        sql`delete from imports where workspace_id = ${workspaceId} and state = 'uploaded'
          and created_at < ${imports}`,
        trx,
      ),
    import_rows: (trx) =>
      countAffectedRows(
        sql`delete from import_rows where workspace_id = ${workspaceId} and (import_id, line) in (
      select r.import_id, r.line from imports i join import_rows r
        on r.workspace_id = i.workspace_id and r.import_id = i.id
      where i.workspace_id = ${workspaceId} and i.state <> 'in_progress'
        and coalesce(i.finished_at, i.created_at) < ${imports} limit ${sql.lit(batchSize)})`,
        trx,
      ),
    audit_log: async (trx) =>
      (
        await sql<{
          gone: number
        }>`select audit_prune(${workspaceId}, ${subtractDays(at, limits.audit_days)}, ${batchSize}) as gone`.execute(
          trx,
        )
      ).rows[0]?.gone ?? 0,
    // Pictures that were put and hang nowhere; the walk through the store takes their files.
    files: (trx) =>
      countAffectedRows(
        sql`delete from files f where f.workspace_id = ${workspaceId}
          and f.created_at < ${subtractDays(at, 1)}
      and not exists (select 1 from users u where u.workspace_id = f.workspace_id
        and u.avatar_file_id = f.id)
      and not exists (select 1 from workspaces w where w.id = f.workspace_id
        and w.logo_file_id = f.id)
      and not exists (select 1 from rewards r where r.workspace_id = f.workspace_id
        and r.picture_file_id = f.id)
      and not exists (select 1 from purchases p where p.workspace_id = f.workspace_id
        and p.picture_file_id = f.id)`,
        trx,
      ),
    // Demo people help a team to begin, and should not be met a year later. The demonstration is
    // nothing else.
    demo_data: async (trx) => {
      const { rows } = await sql<{
        old: boolean
      }>`select exists (select 1 from workspaces w where w.id = ${workspaceId} and not w.demo
        and w.created_at < ${subtractDays(at, limits.demo_retention_days)}
        and (exists (select 1 from users u where u.workspace_id = w.id and u.demo)
          or exists (select 1 from rewards r where r.workspace_id = w.id and r.demo))) as old`.execute(
        trx,
      )
      if (!rows[0]?.old) return 0
      await sql`select demo_remove(${workspaceId})`.execute(trx)
      return 1
    },
  }
}

async function* iterateWorkspaceIds({ db }: Pick<Services, 'db'>): AsyncGenerator<string> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{
      id: string
    }>`select workspaces_after(${after}, ${pageSize}) as id`.execute(db.global)
    yield* rows.map((row) => row.id)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

const addCount = (gone: DeletedCounts, what: string, count: number) => {
  if (count) gone[what] = (gone[what] ?? 0) + count
}

/**
 * Takes away what is over in every team, and of what stands before a team. What fails is logged,
 * and the rest goes on.
 */
export async function deleteExpired(
  { db, clock, log }: RetentionServices,
  stopped: () => boolean = () => false,
): Promise<DeletedCounts> {
  const at = clock.now()
  const gone: DeletedCounts = {}
  const sessions = subtractDays(at, limits.ended_session_days)
  addCount(
    gone,
    'sessions',
    await deleteInBatches(
      () =>
        countAffectedRows(
          sql`delete from sessions where token_hash in (
    select token_hash from sessions where expires_at < ${sessions} or revoked_at < ${sessions}
      limit ${sql.lit(batchSize)})`,
          db.global,
        ),
      stopped,
    ),
  )
  addCount(
    gone,
    'sign_in_codes',
    await deleteInBatches(
      () =>
        countAffectedRows(
          sql`delete from sign_in_codes where id in (
    select id from sign_in_codes where expires_at < ${subtractDays(at, limits.used_code_days)}
      limit ${sql.lit(batchSize)})`,
          db.global,
        ),
      stopped,
    ),
  )
  addCount(
    gone,
    'team_creations',
    await deleteInBatches(
      () =>
        countAffectedRows(
          sql`delete from team_creations where id in (
    select id from team_creations where created_at < ${subtractDays(at, limits.used_code_days)}
      limit ${sql.lit(batchSize)})`,
          db.global,
        ),
      stopped,
    ),
  )
  addCount(
    gone,
    'used_google_nonces',
    await deleteInBatches(
      () =>
        countAffectedRows(
          sql`delete from used_google_nonces where nonce_hash in (
    select nonce_hash from used_google_nonces where expires_at < ${subtractDays(at, limits.used_code_days)}
      limit ${sql.lit(batchSize)})`,
          db.global,
        ),
      stopped,
    ),
  )
  // Set-ups that were never finished.
  addCount(
    gone,
    'second_factors',
    await deleteInBatches(
      () =>
        countAffectedRows(
          sql`delete from second_factors where account_id in (
    select account_id from second_factors where confirmed_at is null
      and created_at < ${subtractDays(at, limits.used_code_days)} limit ${sql.lit(batchSize)})`,
          db.global,
        ),
      stopped,
    ),
  )
  addCount(
    gone,
    'address_changes',
    await deleteInBatches(
      () =>
        countAffectedRows(
          sql`delete from address_changes where id in (
    select id from address_changes where changed_at < ${subtractDays(at, limits.address_change_days)}
      limit ${sql.lit(batchSize)})`,
          db.global,
        ),
      stopped,
    ),
  )
  for await (const workspaceId of iterateWorkspaceIds({ db })) {
    for (const [what, take] of Object.entries(retentionRules(workspaceId, at))) {
      if (stopped()) return gone
      // A team without anything old costs a short look; a rule that takes less than a batch is
      // done.
      await deleteInBatches(() => db.tenant(workspaceId, take), stopped).then(
        (count) => addCount(gone, what, count),
        (error: unknown) =>
          log.warn({ err: error, workspace: workspaceId, what }, 'not taken away'),
      )
    }
  }
  return gone
}
