import type pg from 'pg'
import { findOrCreateAccounts } from '#server/modules/accounts/queries.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import { kyselyOn } from '#server/platform/database/database.ts'
import { findPeriod } from '#server/platform/periods.ts'

const batchRows = 2_000

/**
 * Connects the people of an imported workspace to the accounts of their addresses, and creates the
 * missing ones. Batches follow the order of the addresses, so that concurrent sign-ups cannot
 * deadlock. Returns the number of new accounts.
 */
export async function connectAccounts(
  client: pg.Client,
  workspaceId: string,
  at: Date,
): Promise<number> {
  let after = ''
  for (;;) {
    const { rows } = await client.query<{ email: string }>(
      `select email from users where workspace_id = $1 and not demo and email collate "C" > $2
      order by email collate "C" limit ${batchRows}`,
      [workspaceId, after],
    )
    const emails = rows.map((row) => row.email)
    const accounts = await findOrCreateAccounts(kyselyOn(client), emails, at)
    await client.query(
      `update users u set account_id = a.id from unnest($2::uuid[], $3::text[]) as a (id, email)
      where u.workspace_id = $1 and u.email = a.email and not u.demo`,
      [workspaceId, [...accounts.values()], [...accounts.keys()]],
    )
    const last = emails.at(-1)
    if (last === undefined || emails.length < batchRows) break
    after = last
  }
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from users u join accounts a on a.id = u.account_id
    where u.workspace_id = $1 and a.created_at = $2`,
    [workspaceId, at],
  )
  return rows[0]?.n ?? 0
}

/** Marks the mails of the running week, month and limit period as sent. */
export async function skipRunningPeriods(
  client: pg.Client,
  workspaceId: string,
  at: Date,
): Promise<void> {
  const settings = await findSettings(kyselyOn(client), workspaceId)
  await client.query(
    `update settings set digest_week = date_trunc('week', $2::timestamptz at time zone timezone)::date,
      report_month = date_trunc('month', $2::timestamptz at time zone timezone)::date,
      points_left_period = $3
    where workspace_id = $1`,
    [workspaceId, at, findPeriod(at, settings.limit_period, settings.timezone).start],
  )
}
