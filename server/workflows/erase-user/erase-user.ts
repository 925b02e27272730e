import { sql } from 'kysely'
import { permissions } from '#contract/permissions.ts'
import { deletePictureFile } from '#server/modules/files/service.ts'
import { cancelPurchasesOfUser } from '#server/modules/purchases/service.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { UserRow } from '#server/modules/users/present.ts'
import { assertNotLastHolder, assertMayEdit } from '#server/modules/users/edit-policy.ts'
import { withTeamLock, requireMember, assertManagesTeam } from '#server/modules/users/context.ts'

type ErasedUser = { workspace_id: string; id: string; email: string; name: string }

const personalFields = new Set(['name', 'first_name', 'last_name', 'email', 'job_title', 'text'])

/** Returns a stored response without a person's data: names on cards, and texts of purchases. */
function redactPerson(json: unknown, id: string): unknown {
  if (Array.isArray(json)) return json.map((item) => redactPerson(item, id))
  if (typeof json !== 'object' || json === null) return json
  const isSubject =
    ('id' in json && json.id === id && 'first_name' in json) ||
    ('user_id' in json && json.user_id === id)
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      isSubject && personalFields.has(key) ? '' : redactPerson(value, id),
    ]),
  )
}

/**
 * Redacts stored idempotent responses. Other users keep their keys, so a repeated request is not
 * executed twice.
 */
async function redactIdempotentResponses(
  trx: Trx,
  { workspace_id: workspaceId, id }: ErasedUser,
): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .execute()
  const stored = await trx
    .selectFrom('idempotency_keys')
    .select(['user_id', 'key', 'response'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`response::text like ${`%${id}%`}`)
    .execute()
  for (const { user_id: userId, key, response } of stored) {
    await trx
      .updateTable('idempotency_keys')
      .set({ response: JSON.stringify(redactPerson(response, id)) })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
  }
}

/**
 * Erases personal data outside the user's row: mails, links, sessions, import rows, and texts of
 * purchases.
 */
async function erasePersonalData(trx: Trx, erased: ErasedUser): Promise<void> {
  const { workspace_id: workspaceId, id, email, name } = erased
  await trx
    .deleteFrom('sessions')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .execute()
  await trx
    .deleteFrom('invites')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .execute()
  await trx
    .deleteFrom('impersonation_links')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .execute()
  await trx
    .updateTable('contributions')
    .set({ comment: '' })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', id)
    .where('comment', '<>', '')
    .execute()
  await sql`update gift_orders g set recipient_email = '', recipient_name = '' from purchases p
    where g.workspace_id = ${workspaceId} and p.workspace_id = g.workspace_id
    and p.id = g.purchase_id and p.created_by = ${id}`.execute(trx)
  const mails = sql<boolean>`(user_id = ${id} or (${email} <> '' and to_address = ${email}))`
  await trx
    .deleteFrom('outbox')
    .where('workspace_id', '=', workspaceId)
    .where(mails)
    .where('state', '=', 'waiting')
    .execute()
  await trx
    .updateTable('outbox')
    .set({ to_address: '', last_error: '' })
    .where('workspace_id', '=', workspaceId)
    .where(mails)
    .execute()
  // Waiting invitations that the member sent stay valid, without the inviter's name.
  await sql`update outbox set params = params || '{"inviter": ""}'
    where workspace_id = ${workspaceId} and state = 'waiting' and kind = 'invite'
    and params ->> 'inviter' = ${name}`.execute(trx)
  await sql`update import_rows set cells = array_fill(''::text, array[cardinality(cells)])
    where workspace_id = ${workspaceId} and cardinality(cells) > 0
    and (user_id = ${id} or (${email} <> '' and exists (select 1 from unnest(cells) c
      where lower(trim(c)) = ${email})))`.execute(trx)
  // Webhook receivers may echo personal data in their answers.
  await sql`update hook_deliveries set answer = '' where workspace_id = ${workspaceId}
    and answer <> '' and (strpos(answer, ${id}) > 0
    or (${email} <> '' and strpos(lower(answer), ${email}) > 0) or (${name} <> ''
      and strpos(answer, ${name}) > 0))`.execute(trx)
  await sql`select audit_forget(${workspaceId}, ${id})`.execute(trx)
  await redactIdempotentResponses(trx, erased)
}

/**
 * Clears the user's row. Returns the storage key of the picture, which the caller deletes after
 * commit.
 */
async function eraseUserRow(
  trx: Trx,
  member: UserRow,
  workspaceId: string,
  at: Date,
): Promise<string | null> {
  const user = await trx
    .selectFrom('users')
    .select(['account_id', 'avatar_file_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('users')
    .set({
      state: 'deleted',
      deleted_at: at,
      account_id: null,
      email: '',
      first_name: '',
      last_name: '',
      job_title: '',
      phone: '',
      birth_date: null,
      hire_date: null,
      language: null,
      avatar_file_id: null,
      points_limit: null,
      points_limit_per_post: null,
      calendar_salt: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', member.id)
    .execute()
  await trx
    .updateTable('permissions')
    .set({
      global_administrator: false,
      account_administrator: false,
      rewards_administrator: false,
      billing_administrator: false,
    })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', member.id)
    .execute()
  if (user.avatar_file_id)
    await trx
      .deleteFrom('files')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', user.avatar_file_id)
      .execute()
  if (user.account_id)
    await sql`select accounts_prune(array[${user.account_id}]::uuid[])`.execute(trx)
  return member.avatar_key
}

/**
 * Throws `last_member` if this is the only accepted member: such a team must be deleted instead.
 */
async function assertNotLastMember(trx: Trx, member: UserRow, workspaceId: string): Promise<void> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '<>', member.id)
    .where('state', '=', 'accepted')
    .where('demo', '=', false)
    .limit(1)
    .executeTakeFirst()
  if (!other) throwRefusal('last_member')
}

/**
 * Deletes a member or the actor itself. Personal data is erased, open purchases are canceled and
 * refunded, posts stay. Throws forbidden if the actor deletes another member without managing the
 * team. The last holder of a permission cannot be deleted.
 */
export async function deleteUser(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  const picture = await withTeamLock(services, actor, at, async (context) => {
    const { trx } = context
    // Locks the user first: a running purchase finishes before, and no new purchase can start.
    await trx
      .selectFrom('users')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .execute()
    const member = await requireMember(context, id)
    if (id !== actor.user_id) {
      assertManagesTeam(context)
      // In an unpaid team, members may delete themselves, but management is blocked.
      if (!actor.billing_active) throwRefusal('billing_inactive')
    } else forbidImpersonation(actor)
    assertMayEdit(context.actorPermissions, member)
    if (id === actor.user_id) await assertNotLastMember(trx, member, workspaceId)
    await assertNotLastHolder(trx, actor, member, permissions, 'without fields')
    await cancelPurchasesOfUser(trx, actor, id, at)
    await erasePersonalData(trx, {
      workspace_id: workspaceId,
      id,
      email: member.email,
      name: `${member.first_name} ${member.last_name}`.trim(),
    })
    const key = await eraseUserRow(trx, member, workspaceId, at)
    await audit(
      trx,
      actor,
      'user.delete',
      { user_id: id, state: { from: member.state, to: 'deleted' } },
      at,
    )
    return key
  })
  services.events.publish(workspaceId, ['config'], [id])
  // Canceled purchases have returned points, and stock to the shop.
  services.events.publish(workspaceId, ['purchases', 'rewards'])
  if (picture) await deletePictureFile(services, workspaceId, picture)
}
