import { sql } from 'kysely'
import { type EntryRow, listEntries } from '#server/modules/balances/queries.ts'
import { isConfined } from '#server/modules/presence/service.ts'
import { findPeopleByIds } from '#server/modules/users/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

const pageRows = 500
const zeroUuid = '00000000-0000-0000-0000-000000000000'

type ExportSubject = { workspace_id: string; user_id: string; email: string }
type ExportedRow = { id: string; who?: string[] }

/** Returns the rows of a list after an id, ordered by id. Names replace the user ids in `who`. */
type ListReader = (trx: Trx, subject: ExportSubject, after: string) => Promise<ExportedRow[]>
const createListReader =
  (
    query: (subject: ExportSubject, after: string) => ReturnType<typeof sql<ExportedRow>>,
  ): ListReader =>
  async (trx, subject, after) =>
    (await query(subject, after).execute(trx)).rows

const postColumns = sql`p.id, p.created_at, v.name as value, p.score as points,
  p.description as text, p.private, p.parent_id as added_to, p.like_count as likes`

/** Lists of unlimited length. Each query reads one page along an index. */
const listReaders: Record<string, ListReader> = {
  posts_given: createListReader(
    ({ workspace_id: workspaceId, user_id: userId }, after) => sql`
    select ${postColumns}, p.to_ids as who from posts p
      join "values" v on v.workspace_id = p.workspace_id and v.id = p.value_id
    where p.workspace_id = ${workspaceId} and p.from_id = ${userId} and p.deleted_at is null
      and p.id > ${after} order by p.id limit ${sql.lit(pageRows)}`,
  ),
  posts_received: createListReader(
    ({ workspace_id: workspaceId, user_id: userId }, after) => sql`
    select ${postColumns}, array[p.from_id] as who from post_recipients r join posts p
      on p.workspace_id = r.workspace_id and p.id = r.post_id
    join "values" v on v.workspace_id = p.workspace_id and v.id = p.value_id
    where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and not r.deleted
      and r.post_id > ${after} order by r.post_id limit ${sql.lit(pageRows)}`,
  ),
  comments: createListReader(
    ({ workspace_id: workspaceId, user_id: userId }, after) => sql`
    select id, post_id, text, created_at, edited_at from comments
      where workspace_id = ${workspaceId} and user_id = ${userId} and id > ${after} order by id
      limit ${sql.lit(pageRows)}`,
  ),
  reactions: createListReader(
    ({ workspace_id: workspaceId, user_id: userId }, after) => sql`
    select post_id as id, array_agg(reaction) as reactions, min(created_at) as created_at
      from reactions
    where workspace_id = ${workspaceId} and user_id = ${userId} and post_id > ${after}
      group by post_id order by post_id limit ${sql.lit(pageRows)}`,
  ),
  likes: createListReader(
    ({ workspace_id: workspaceId, user_id: userId }, after) => sql`
    select post_id as id, created_at from likes where workspace_id = ${workspaceId}
      and user_id = ${userId} and post_id > ${after} order by post_id limit ${sql.lit(pageRows)}`,
  ),
  purchases: createListReader(
    ({ workspace_id: workspaceId, user_id: userId }, after) => sql`
    select c.id, p.title, c.amount as points, c.status, c.comment, p.decline_reason, c.created_at,
      p.status_changed_at, g.recipient_email, g.recipient_name
    from contributions c join purchases p on p.workspace_id = c.workspace_id
      and p.id = c.purchase_id
    left join gift_orders g on g.workspace_id = p.workspace_id and g.purchase_id = p.id
      and p.created_by = c.user_id
    where c.workspace_id = ${workspaceId} and c.user_id = ${userId} and c.id > ${after}
      order by c.id limit ${sql.lit(pageRows)}`,
  ),
  mails: createListReader(
    ({ workspace_id: workspaceId, user_id: userId, email }, after) => sql`
    select id, kind, to_address as to, state, created_at, sent_at from outbox
    where workspace_id = ${workspaceId} and (user_id = ${userId} or to_address = ${email})
      and id > ${after} order by id limit ${sql.lit(pageRows)}`,
  ),
  acts: createListReader(
    ({ workspace_id: workspaceId, user_id: userId }, after) => sql`
    select id, action, details, impersonated, token_name as token, created_at from audit_log
      where workspace_id = ${workspaceId} and actor_id = ${userId} and id > ${after} order by id
      limit ${sql.lit(pageRows)}`,
  ),
}

type ProfileRow = { profile: { email: string }; storage_key: string | null }
async function findProfileForExport(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
): Promise<ProfileRow> {
  const { rows } = await sql<ProfileRow>`
    select jsonb_build_object('id', u.id, 'team', w.name, 'email', u.email, 'first_name',
      u.first_name, 'last_name', u.last_name, 'job_title', u.job_title, 'phone', u.phone, 'state',
      u.state,
      'birth_date', u.birth_date, 'hire_date', u.hire_date, 'language', u.language, 'show_dates',
        u.show_dates, 'invited_at', u.invited_at, 'joined_at', u.accepted_at, 'created_at',
        u.created_at,
      'points_limit', u.points_limit, 'points_limit_per_post', u.points_limit_per_post, 'balance',
        b.balance, 'permissions', to_jsonb(p) - 'workspace_id' - 'user_id',
      'mails', jsonb_build_object('points_received', u.notify_points_received, 'reward_redeemed',
        u.notify_reward_redeemed, 'reward_fulfilled', u.notify_reward_fulfilled)) as profile,
        f.storage_key
    from users u join workspaces w on w.id = u.workspace_id join wallets b
      on b.workspace_id = u.workspace_id and b.user_id = u.id
    join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id left join files f
      on f.workspace_id = u.workspace_id and f.id = u.avatar_file_id
    where u.workspace_id = ${workspaceId} and u.id = ${userId}`.execute(trx)
  if (!rows[0]) throw new Error('user missing')
  return rows[0]
}

async function findAccountForExport(db: Db, accountId: string) {
  return db
    .selectFrom('accounts')
    .leftJoin('second_factors', 'second_factors.account_id', 'accounts.id')
    .where('id', '=', accountId)
    .select((eb) => [
      'email',
      'language',
      'accounts.created_at',
      eb('google_sub', 'is not', null).as('signs_in_with_google'),
      'second_factors.confirmed_at as second_factor_since',
    ])
    .executeTakeFirstOrThrow()
}

/** Returns the latest sessions and changes of address of the account. */
async function listAccountHistory(services: Services, actor: Actor) {
  const { db } = services
  const { workspace_id: workspaceId, account_id: accountId } = actor
  // A session started by an invite link must not see the account's other teams.
  const confined = await isConfined(services, actor)
  const sessions = await db.global
    .selectFrom('sessions')
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'temporary')
    .$if(confined, (query) => query.where('workspace_id', '=', workspaceId))
    .orderBy('id', 'desc')
    .limit(pageRows)
    .select([
      'kind',
      'name',
      'scopes',
      'client',
      'created_at',
      'seen_at',
      'expires_at',
      'revoked_at',
    ])
    .execute()
  const addressChanges = confined
    ? []
    : await db.global
        .selectFrom('address_changes')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(pageRows)
        .select(['old_email', 'new_email', 'changed_at', 'undone_at'])
        .execute()
  return { sessions, address_changes: addressChanges }
}

/** Returns the member's record, the account's settings, and the picture as a data URL. */
async function loadPersonalRecord(services: Services, actor: Actor) {
  const { db, storage } = services
  const { workspace_id: workspaceId, account_id: accountId } = actor
  const record = await db.tenant(workspaceId, (trx) => findProfileForExport(trx, actor))
  const picture = record.storage_key
    ? await storage.get(`${workspaceId}/${record.storage_key}`)
    : null
  return {
    email: record.profile.email,
    parts: {
      profile: record.profile,
      picture: picture ? `data:image/webp;base64,${picture.toString('base64')}` : null,
      account: await findAccountForExport(db.global, accountId),
      ...(await listAccountHistory(services, actor)),
    },
  }
}

/**
 * Yields a list as JSON. Each page has its own transaction, so a slow reader holds no lock and
 * memory stays bounded.
 */
async function* streamJsonArray<T>(
  page: (last: T | undefined) => Promise<T[]>,
  serialize: (row: T) => unknown,
): AsyncGenerator<string> {
  let last: T | undefined
  yield '['
  for (let comma = ''; ;) {
    const rows = await page(last)
    if (rows.length) yield comma + rows.map((row) => JSON.stringify(serialize(row))).join(',\n')
    last = rows.at(-1)
    if (rows.length < pageRows) break
    comma = ',\n'
  }
  yield ']'
}

/**
 * Yields the personal data of the actor as one JSON object: record, posts, purchases, mails and
 * actions. Colleagues appear with their names in the team.
 */
export async function* exportPersonalData(
  services: Services,
  actor: Actor,
  at: Date,
): AsyncGenerator<string> {
  const { db } = services
  const { workspace_id: workspaceId, user_id: userId } = actor
  const { email, parts } = await loadPersonalRecord(services, actor)
  yield `{"exported_at": ${JSON.stringify(at)}`
  for (const [name, part] of Object.entries(parts)) yield `,\n"${name}": ${JSON.stringify(part)}`
  for (const [name, read] of Object.entries(listReaders)) {
    yield `,\n"${name}": `
    yield* streamJsonArray<ExportedRow>(
      (last) =>
        db.tenant(workspaceId, async (trx) => {
          const rows = await read(
            trx,
            { workspace_id: workspaceId, user_id: userId, email },
            last?.id ?? zeroUuid,
          )
          const people = await findPeopleByIds(
            trx,
            workspaceId,
            rows.flatMap((row) => row.who ?? []),
          )
          return rows.map((row) =>
            row.who ? { ...row, who: row.who.map((id) => people.get(id)?.name ?? '') } : row,
          )
        }),
      (row) => row,
    )
  }
  yield ',\n"balance_sheet": '
  yield* streamJsonArray<EntryRow>(
    (last) =>
      db.tenant(workspaceId, (trx) =>
        listEntries(trx, workspaceId, userId, last?.sequence, pageRows),
      ),
    ({ type, amount, balance_after: balanceAfter, created_at: createdAt, comment, title }) => ({
      type,
      amount,
      balance_after: balanceAfter,
      created_at: createdAt,
      comment,
      title,
    }),
  )
  yield '}\n'
}
