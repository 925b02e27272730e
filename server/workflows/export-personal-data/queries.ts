import { type Selectable, sql, type SqlBool } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type ExportSubject = { workspace_id: string; user_id: string; email: string }

/** A row of an exported list. `who` holds ids of users. */
export type ExportedRow = { id: string; who?: string[] }

/** A page of a list: rows with an id after `after`. */
export type ExportPage = { after: string; limit: number }

const postColumns = sql`p.id, p.created_at, v.name as value, p.score as points,
      p.description as text, p.private, p.parent_id as added_to, p.like_count as likes,
      p.picture || jsonb_build_object('url', '/api/posts/' || p.id || '/picture') as picture`

/** Returns posts that the user gave, with the recipients in `who`. */
export async function listGivenPosts(
  trx: Trx,
  subject: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select ${postColumns}, p.to_ids as who
    from posts p
    join "values" v on v.workspace_id = p.workspace_id and v.id = p.value_id
    where p.workspace_id = ${subject.workspace_id} and p.from_id = ${subject.user_id}
      and p.deleted_at is null and p.id > ${after}
    order by p.id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** Returns posts that the user received, with the author in `who`: nobody for one by the workspace. */
export async function listReceivedPosts(
  trx: Trx,
  subject: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select ${postColumns}, array_remove(array[p.from_id], null) as who
    from post_recipients r
    join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
    join "values" v on v.workspace_id = p.workspace_id and v.id = p.value_id
    where r.workspace_id = ${subject.workspace_id} and r.user_id = ${subject.user_id}
      and not r.deleted and r.post_id > ${after}
    order by r.post_id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

export async function listWrittenComments(
  trx: Trx,
  subject: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select id, post_id, text, created_at, edited_at
    from comments
    where workspace_id = ${subject.workspace_id} and user_id = ${subject.user_id}
      and id > ${after}
    order by id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** Returns the user's reactions by post, with the post's id as `id`. */
export async function listReactionsByPost(
  trx: Trx,
  subject: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select post_id as id, array_agg(reaction) as reactions, min(created_at) as created_at
    from reactions
    where workspace_id = ${subject.workspace_id} and user_id = ${subject.user_id}
      and post_id > ${after}
    group by post_id
    order by post_id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** Returns the posts that the user liked, with the post's id as `id`. */
export async function listLikes(
  trx: Trx,
  subject: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select post_id as id, created_at
    from likes
    where workspace_id = ${subject.workspace_id} and user_id = ${subject.user_id}
      and post_id > ${after}
    order by post_id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** Returns the user's contributions to purchases. */
export async function listContributionsForExport(
  trx: Trx,
  subject: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select c.id, p.title, c.amount as points, c.status, c.comment, p.decline_reason,
      p.ordered_at, p.order_note, p.note, p.code, c.created_at, p.status_changed_at, p.returned_at,
      g.recipient_email, g.recipient_name
    from contributions c
    join purchases p on p.workspace_id = c.workspace_id and p.id = c.purchase_id
    left join gift_orders g on g.workspace_id = p.workspace_id and g.purchase_id = p.id
      and p.created_by = c.user_id
    where c.workspace_id = ${subject.workspace_id} and c.user_id = ${subject.user_id}
      and c.id > ${after}
    order by c.id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** Returns mails to the user, or to the user's address. */
export async function listMails(
  trx: Trx,
  subject: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select id, kind, to_address as to, state, created_at, sent_at
    from outbox
    where workspace_id = ${subject.workspace_id}
      and (user_id = ${subject.user_id} or to_address = ${subject.email})
      and id > ${after}
    order by id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** Returns the user's actions in the audit log. */
export async function listAuditedActions(
  trx: Trx,
  subject: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select id, action, details, impersonated, token_name as token, created_at
    from audit_log
    where workspace_id = ${subject.workspace_id} and actor_id = ${subject.user_id}
      and id > ${after}
    order by id
    limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

type AccountRow = {
  email: string
  language: Language | null
  created_at: Date
  signs_in_with_google: SqlBool
  second_factor_since: Date | null
}

export async function findAccountForExport(db: Db, accountId: string): Promise<AccountRow> {
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

type SessionRow = Pick<
  Selectable<Tables['sessions']>,
  'kind' | 'name' | 'scopes' | 'client' | 'created_at' | 'seen_at' | 'expires_at' | 'revoked_at'
>

/** Returns the latest sessions and access tokens of an account, of one team if it is given. */
export async function listSessionsForExport(
  db: Db,
  accountId: string,
  { workspaceId, limit }: { workspaceId: string | undefined; limit: number },
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'temporary')
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
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
}

type ApplicationRow = Pick<
  Selectable<Tables['oauth_grants']>,
  'client_id' | 'client_name' | 'scopes' | 'reads_private' | 'created_at' | 'seen_at'
>

/** Returns the applications that an account has connected, in one team if it is given. */
export async function listConnectedApplications(
  db: Db,
  accountId: string,
  { workspaceId, limit }: { workspaceId: string | undefined; limit: number },
): Promise<ApplicationRow[]> {
  return db
    .selectFrom('oauth_grants')
    .where('account_id', '=', accountId)
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['client_id', 'client_name', 'scopes', 'reads_private', 'created_at', 'seen_at'])
    .execute()
}

type AddressChangeRow = Pick<
  Selectable<Tables['address_changes']>,
  'old_email' | 'new_email' | 'changed_at' | 'undone_at'
>

/** Returns the latest changes of an account's address. */
export async function listAddressChanges(
  db: Db,
  accountId: string,
  limit: number,
): Promise<AddressChangeRow[]> {
  return db
    .selectFrom('address_changes')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['old_email', 'new_email', 'changed_at', 'undone_at'])
    .execute()
}
