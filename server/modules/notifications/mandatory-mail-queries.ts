import type { Trx } from '#server/platform/database/database.ts'

/** Returns the state of a user. */
export function findMemberState(trx: Trx, workspaceId: string, userId: string) {
  return trx
    .selectFrom('users')
    .select('state')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Returns the data of a billing mail, or undefined if the reader is no billing administrator. */
export function findBillingMailData(trx: Trx, workspaceId: string, userId: string | null) {
  return trx
    .selectFrom('workspaces')
    .innerJoin('settings', 'settings.workspace_id', 'workspaces.id')
    .leftJoin('subscriptions', 'subscriptions.workspace_id', 'workspaces.id')
    .innerJoin('permissions', 'permissions.workspace_id', 'workspaces.id')
    .where('permissions.user_id', '=', userId ?? '')
    .where('permissions.billing_administrator', '=', true)
    .where('workspaces.id', '=', workspaceId)
    .select([
      'workspaces.name',
      'workspaces.trial_ends_at',
      'settings.timezone',
      'subscriptions.status',
      'subscriptions.open_invoice',
    ])
    .executeTakeFirst()
}

/** Returns a webhook that was switched off, or undefined if the reader does not manage webhooks. */
export function findHookMailData(
  trx: Trx,
  workspaceId: string,
  hookId: string,
  userId: string | null,
) {
  return trx
    .selectFrom('hooks')
    .innerJoin('workspaces', 'workspaces.id', 'hooks.workspace_id')
    .innerJoin('permissions', 'permissions.workspace_id', 'hooks.workspace_id')
    .where('hooks.workspace_id', '=', workspaceId)
    .where('hooks.id', '=', hookId)
    .where('hooks.state', '=', 'off')
    .where('permissions.user_id', '=', userId ?? '')
    .where((eb) =>
      eb.or([
        eb('permissions.global_administrator', '=', true),
        eb('permissions.account_administrator', '=', true),
      ]),
    )
    .select(['hooks.kind', 'hooks.url', 'hooks.description', 'hooks.off_reason', 'workspaces.name'])
    .executeTakeFirst()
}

/** Returns the name and the time zone of a team. */
const findTeam = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('workspaces')
    .innerJoin('settings', 'settings.workspace_id', 'workspaces.id')
    .where('workspaces.id', '=', workspaceId)
    .select(['workspaces.name as team', 'settings.timezone'])
    .executeTakeFirst()

/** Returns an access token. Two queries, because Citus does not join sessions with tenant tables. */
export async function findTokenMailData(trx: Trx, workspaceId: string, tokenId: string) {
  const token = await trx
    .selectFrom('sessions')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', tokenId)
    .select(['name', 'expires_at'])
    .executeTakeFirst()
  const team = await findTeam(trx, workspaceId)
  return token && team && { ...token, ...team }
}

/** Returns a connected application, by the id of its grant. Two queries, as for an access token. */
export async function findGrantMailData(trx: Trx, workspaceId: string, grantId: string) {
  const grant = await trx
    .selectFrom('oauth_grants')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', grantId)
    .select(['client_id', 'client_name', 'scopes', 'reads_private', 'created_at'])
    .executeTakeFirst()
  const team = await findTeam(trx, workspaceId)
  return grant && team && { ...grant, ...team }
}

/** Returns when a team will be deleted. */
export function findDeletionMailData(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('workspaces')
    .innerJoin('settings', 'settings.workspace_id', 'workspaces.id')
    .where('workspaces.id', '=', workspaceId)
    .select(['workspaces.name as team', 'workspaces.deletion_due_at', 'settings.timezone'])
    .executeTakeFirst()
}

/** Returns the name of the team if the reader gets its alerts. */
export function findAlertMailTeam(trx: Trx, workspaceId: string, userId: string | null) {
  return trx
    .selectFrom('permissions')
    .innerJoin('workspaces', 'workspaces.id', 'permissions.workspace_id')
    .where('permissions.workspace_id', '=', workspaceId)
    .where('permissions.user_id', '=', userId ?? '')
    .where((eb) =>
      eb.or(
        (['rewards', 'billing', 'account'] as const).map((role) =>
          eb(`permissions.${role}_administrator`, '=', true),
        ),
      ),
    )
    .select('workspaces.name')
    .executeTakeFirst()
}

/** Returns the team of a billing administrator, unless it has no yearly budget. */
export function findYearlyBudgetMailTeam(trx: Trx, workspaceId: string, userId: string | null) {
  return trx
    .selectFrom('permissions')
    .innerJoin('workspaces', 'workspaces.id', 'permissions.workspace_id')
    .innerJoin('yearly_budgets', 'yearly_budgets.workspace_id', 'permissions.workspace_id')
    .where('permissions.workspace_id', '=', workspaceId)
    .where('permissions.user_id', '=', userId ?? '')
    .where('permissions.billing_administrator', '=', true)
    .select('workspaces.name')
    .executeTakeFirst()
}

/** Returns the team of an account administrator, with its time zone. */
export function findAccountMailTeam(trx: Trx, workspaceId: string, userId: string | null) {
  return trx
    .selectFrom('permissions')
    .innerJoin('workspaces', 'workspaces.id', 'permissions.workspace_id')
    .innerJoin('settings', 'settings.workspace_id', 'permissions.workspace_id')
    .where('permissions.workspace_id', '=', workspaceId)
    .where('permissions.user_id', '=', userId ?? '')
    .where('permissions.account_administrator', '=', true)
    .select(['workspaces.name as team', 'settings.timezone'])
    .executeTakeFirst()
}

/** Returns the name of a connection whose certificate still ends at this time. */
export function findExpiringConnection(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  endsAt: Date,
) {
  return trx
    .selectFrom('sso_connections')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', connectionId)
    .where('certificate_expires_at', '=', endsAt)
    .select('name')
    .executeTakeFirst()
}

/** Returns whether SCIM waits for an administrator. */
export async function isScimPaused(trx: Trx, workspaceId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('scim_settings')
    .where('workspace_id', '=', workspaceId)
    .where('paused_at', 'is not', null)
    .select('workspace_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the team of a member with points, if its points expire. */
export function findExpiryMailTeam(trx: Trx, workspaceId: string, userId: string | null) {
  return trx
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .innerJoin('point_expiry', 'point_expiry.workspace_id', 'users.workspace_id')
    .innerJoin('wallets', (join) =>
      join
        .onRef('wallets.workspace_id', '=', 'users.workspace_id')
        .onRef('wallets.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId ?? '')
    .where('users.state', '=', 'accepted')
    .where('wallets.balance', '>', 0)
    .select('workspaces.name')
    .executeTakeFirst()
}
