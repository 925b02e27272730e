import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { ScimOutcome } from '#contract/scim.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type ScimSettingsRow = Omit<Selectable<Tables['scim_settings']>, 'workspace_id'>

/** The settings of a team that has not set up SCIM. */
const defaults: ScimSettingsRow = {
  name: '',
  dry_run: true,
  sends_invitations: true,
  grants_account_administrator: false,
  paused_at: null,
  resumed_at: null,
}

export async function findScimSettings(trx: Trx, workspaceId: string): Promise<ScimSettingsRow> {
  const row = await trx
    .selectFrom('scim_settings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? defaults
}

export async function saveScimSettings(
  trx: Trx,
  workspaceId: string,
  columns: Updateable<Tables['scim_settings']>,
): Promise<void> {
  await trx
    .insertInto('scim_settings')
    .values({ workspace_id: workspaceId, ...columns })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(columns))
    .execute()
}

export type ScimTokenRow = Pick<
  Selectable<Tables['scim_tokens']>,
  'id' | 'name' | 'created_by' | 'created_at' | 'last_used_at'
>
const tokenColumns = ['id', 'name', 'created_by', 'created_at', 'last_used_at'] as const

/** Returns the tokens that are not revoked, oldest first. */
export function listScimTokens(trx: Trx, workspaceId: string): Promise<ScimTokenRow[]> {
  return trx
    .selectFrom('scim_tokens')
    .select(tokenColumns)
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Returns a token that is not revoked by its hash. */
export function findScimToken(
  trx: Trx,
  workspaceId: string,
  tokenHash: Buffer,
): Promise<ScimTokenRow | undefined> {
  return trx
    .selectFrom('scim_tokens')
    .select(tokenColumns)
    .where('workspace_id', '=', workspaceId)
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

export async function insertScimToken(
  trx: Trx,
  token: Insertable<Tables['scim_tokens']>,
): Promise<void> {
  await trx.insertInto('scim_tokens').values(token).execute()
}

export async function touchScimToken(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('scim_tokens')
    .set({ last_used_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Revokes a token. Returns its name; none for an unknown or revoked one. */
export async function revokeScimToken(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('scim_tokens')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export type MappedGroupRow = {
  id: string
  name: string
  kind: GroupKind
  permission: Permission | null
  members: number
}

/** Returns groups of the provider after an id, or the group with an id. */
export async function listMappedGroups(
  trx: Trx,
  workspaceId: string,
  page: { after: string | undefined; limit: number } | { id: string },
): Promise<MappedGroupRow[]> {
  const one = 'id' in page ? sql`and s.group_id = ${page.id}` : sql``
  const later =
    'after' in page && page.after !== undefined ? sql`and s.group_id > ${page.after}` : sql``
  const { rows } = await sql<MappedGroupRow>`
    select g.id, g.name, g.kind, s.permission, (
      select count(*)::integer from group_members m
      join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id
        and u.state in ('pending', 'accepted')
      where m.workspace_id = ${workspaceId} and m.group_id = s.group_id and m.left_at is null
    ) as members
    from scim_groups s
    join groups g on g.workspace_id = ${workspaceId} and g.id = s.group_id
    where s.workspace_id = ${workspaceId} and g.deleted_at is null ${one} ${later}
    order by s.group_id limit ${'id' in page ? 1 : page.limit}`.execute(trx)
  return rows
}

export async function updateGroupPermission(
  trx: Trx,
  workspaceId: string,
  groupId: string,
  permission: Permission | null,
): Promise<void> {
  await trx
    .updateTable('scim_groups')
    .set({ permission })
    .where('workspace_id', '=', workspaceId)
    .where('group_id', '=', groupId)
    .execute()
}

/** Changes the kind of a group and of its memberships. */
export async function updateGroupKind(
  trx: Trx,
  workspaceId: string,
  groupId: string,
  kind: GroupKind,
): Promise<void> {
  await trx
    .updateTable('groups')
    .set({ kind })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', groupId)
    .execute()
  await trx
    .updateTable('group_members')
    .set({ kind })
    .where('workspace_id', '=', workspaceId)
    .where('group_id', '=', groupId)
    .execute()
}

export type ScimRequestRow = Selectable<Tables['scim_requests']>

/** Returns recorded requests with an id below `before`, newest first. */
export function listScimRequests(
  trx: Trx,
  workspaceId: string,
  { before, outcome, limit }: { before?: string; outcome?: ScimOutcome; limit: number },
): Promise<ScimRequestRow[]> {
  return trx
    .selectFrom('scim_requests')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? ''))
    .$if(outcome !== undefined, (all) => all.where('outcome', '=', outcome ?? 'failed'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertScimRequest(
  trx: Trx,
  request: Insertable<Tables['scim_requests']>,
): Promise<void> {
  await trx.insertInto('scim_requests').values(request).execute()
}

/** Returns the deactivations by the provider since a time, and the people who are active now. */
export async function countDeactivations(
  trx: Trx,
  workspaceId: string,
  since: Date,
): Promise<{ deactivated: number; active: number }> {
  const { rows } = await sql<{ deactivated: number; active: number }>`
    select
      (select count(*)::integer from scim_requests
        where workspace_id = ${workspaceId} and outcome = 'deactivated' and not dry_run
          and created_at > ${since}) as deactivated,
      (select count(*)::integer from users
        where workspace_id = ${workspaceId} and state in ('pending', 'accepted')
          and not demo) as active`.execute(trx)
  return rows[0] ?? { deactivated: 0, active: 0 }
}
