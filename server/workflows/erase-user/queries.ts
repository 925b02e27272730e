import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** A user to erase. `name` is empty for a user without a name. */
export type ErasedUser = { workspace_id: string; id: string; email: string; name: string }

/** Returns whether the team has another accepted member that is not a demo user. */
export async function hasOtherMember(trx: Trx, workspaceId: string, id: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '<>', id)
    .where('state', '=', 'accepted')
    .where('demo', '=', false)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export async function findAccountAndAvatar(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<{ account_id: string | null; avatar_file_id: string | null }> {
  return trx
    .selectFrom('users')
    .select(['account_id', 'avatar_file_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export async function deleteIdempotencyKeysOfUser(
  trx: Trx,
  { workspace_id: workspaceId, id }: ErasedUser,
): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .execute()
}

type StoredResponse = { user_id: string; key: string; response: unknown }

/** Returns the stored idempotent responses of a team that contain a user's id. */
export async function listResponsesAbout(
  trx: Trx,
  { workspace_id: workspaceId, id }: ErasedUser,
): Promise<StoredResponse[]> {
  return trx
    .selectFrom('idempotency_keys')
    .select(['user_id', 'key', 'response'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`response::text like ${`%${id}%`}`)
    .execute()
}

export async function updateStoredResponse(
  trx: Trx,
  workspaceId: string,
  { user_id: userId, key, response }: StoredResponse,
): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(response) })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}

/** Deletes the user's rows of a table: sessions, links that the user received, or the inbox. */
export async function deleteUserRows(
  trx: Trx,
  table:
    | 'sessions'
    | 'oauth_grants'
    | 'invites'
    | 'impersonation_links'
    | 'inbox_items'
    | 'reward_goals'
    | 'group_owners'
    | 'budget_owners'
    | 'waiting_managers'
    | 'attribute_values'
    | 'sso_identities'
    | 'sso_requests'
    | 'scim_users'
    | 'scim_grants'
    | 'personal_addresses'
    | 'celebrations'
    | 'group_card_signers'
    | 'group_card_signatures',
  { workspace_id: workspaceId, id }: ErasedUser,
): Promise<void> {
  await trx
    .deleteFrom(table)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .execute()
}

/** Deletes the introductions of the user, and those to or by them. */
export async function deleteIntroductions(
  trx: Trx,
  { workspace_id: workspaceId, id }: ErasedUser,
): Promise<void> {
  await sql`
    delete from introductions where workspace_id = ${workspaceId}
      and (user_id = ${id} or person_id = ${id} or introduced_by = ${id})`.execute(trx)
}

/** Deletes what a provider asked for about the user, also by the address alone. */
export async function deleteScimRequestsAbout(
  trx: Trx,
  { workspace_id: workspaceId, id, email }: ErasedUser,
): Promise<void> {
  await sql`
    delete from scim_requests
    where workspace_id = ${workspaceId}
      and (user_id = ${id} or (lower(subject) = ${email} and subject <> ''))`.execute(trx)
}

/** Clears the comments of the user on purchases. */
export async function clearContributionComments(
  trx: Trx,
  { workspace_id: workspaceId, id }: ErasedUser,
): Promise<void> {
  await trx
    .updateTable('contributions')
    .set({ comment: '' })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .where('comment', '<>', '')
    .execute()
}

/** Clears notes and codes that administrators wrote to the user. A team's notes stay. */
export async function clearPurchaseNotes(
  trx: Trx,
  { workspace_id: workspaceId, id }: ErasedUser,
): Promise<void> {
  await sql`
    update purchases set note = '', code = '', order_note = ''
    where workspace_id = ${workspaceId} and created_by = ${id} and reward_type = 'individual'
      and (note <> '' or code <> '' or order_note <> '')`.execute(trx)
}

/** Clears the recipient of gift cards that the user ordered. */
export async function clearGiftCardRecipients(
  trx: Trx,
  { workspace_id: workspaceId, id }: ErasedUser,
): Promise<void> {
  await sql`
    update gift_orders g set recipient_email = '', recipient_name = ''
    from purchases p
    where g.workspace_id = ${workspaceId}
      and p.workspace_id = ${workspaceId} and p.id = g.purchase_id
      and p.created_by = ${id}`.execute(trx)
}

/** Mails to the user, or to the user's address. */
const isMailOf = ({ id, email }: ErasedUser) =>
  sql<boolean>`(user_id = ${id} or (${email} <> '' and to_address = ${email}))`

export async function deleteWaitingMailsOfUser(trx: Trx, erased: ErasedUser): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('workspace_id', '=', erased.workspace_id)
    .where(isMailOf(erased))
    .where('state', '=', 'waiting')
    .execute()
}

/** Clears the address of mails to the user. */
export async function clearMailAddresses(trx: Trx, erased: ErasedUser): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ to_address: '', last_error: '' })
    .where('workspace_id', '=', erased.workspace_id)
    .where(isMailOf(erased))
    .execute()
}

/** Clears the inviter's name in waiting invitations, which stay valid. */
export async function clearInviterName(
  trx: Trx,
  { workspace_id: workspaceId, name }: ErasedUser,
): Promise<void> {
  await sql`
    update outbox set params = params || '{"inviter": ""}'
    where workspace_id = ${workspaceId} and state = 'waiting' and kind = 'invite'
      and params ->> 'inviter' = ${name}`.execute(trx)
}

/** Clears the import rows about the user, and the cells that name them as a manager. */
export async function clearImportRows(
  trx: Trx,
  { workspace_id: workspaceId, id, email }: ErasedUser,
): Promise<void> {
  await sql`
    update import_rows r set cells = case
      when r.user_id = ${id} or exists (
        select from unnest(r.cells) with ordinality as c (cell, n)
        where lower(trim(c.cell)) = ${email}
          and c.n is distinct from array_position(i.fields, 'manager'))
        then array_fill(''::text, array[cardinality(r.cells)])
      else array(
        select case when lower(trim(c.cell)) = ${email} then '' else c.cell end
        from unnest(r.cells) with ordinality as c (cell, n) order by c.n)
      end
    from imports i
    where r.workspace_id = ${workspaceId} and cardinality(r.cells) > 0
      and i.workspace_id = ${workspaceId} and i.id = r.import_id
      and (r.user_id = ${id} or (${email} <> '' and exists (
        select 1 from unnest(r.cells) c where lower(trim(c)) = ${email}
      )))`.execute(trx)
}

/** Deletes what the sync of people knows about the user, and rows of files that name them. */
export async function deleteSyncedData(
  trx: Trx,
  { workspace_id: workspaceId, id, email }: ErasedUser,
): Promise<void> {
  await sql`
    with fields as (
      delete from people_sync_fields where workspace_id = ${workspaceId} and user_id = ${id}
    ), missing as (
      delete from people_sync_missing where workspace_id = ${workspaceId} and user_id = ${id}
    ), rows as (
      delete from people_sync_rows
      where workspace_id = ${workspaceId}
        and (user_id = ${id} or (${email} <> '' and exists (
          select 1 from unnest(cells) c where lower(trim(c)) = ${email})))
    )
    delete from people_sync_changes
    where workspace_id = ${workspaceId}
      and (user_id = ${id} or (${email} <> '' and (email = ${email} or exists (
        select 1 from unnest(cells) c where lower(trim(c)) = ${email}))))`.execute(trx)
}

/** Clears answers of webhook receivers that echo the user's id, address or name. */
export async function clearWebhookAnswers(
  trx: Trx,
  { workspace_id: workspaceId, id, email, name }: ErasedUser,
): Promise<void> {
  await sql`
    update hook_deliveries set answer = ''
    where workspace_id = ${workspaceId} and answer <> ''
      and (strpos(answer, ${id}) > 0
        or (${email} <> '' and strpos(lower(answer), ${email}) > 0)
        or (${name} <> '' and strpos(answer, ${name}) > 0))`.execute(trx)
}

/** Clears the names of the user's access tokens in the audit log. */
export async function clearAuditedTokenNames(
  trx: Trx,
  { workspace_id: workspaceId, id }: ErasedUser,
): Promise<void> {
  await sql`select audit_clear_token_names(${workspaceId}, ${id})`.execute(trx)
}
