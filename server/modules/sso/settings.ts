import type { BodyOf } from '#contract/routes/index.ts'
import type { SsoSettings } from '#contract/schemas/sso.ts'
import { requirePresence } from '#server/modules/presence/service.ts'
import { withTeamLock, type UserContext } from '#server/modules/users/context.ts'
import { lockSettings, updateSettingsColumns } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { findSlug, saveSlug } from './address-queries.ts'
import {
  countPeople,
  countSecondFactors,
  hasActiveConnection,
  listAdministratorAccounts,
  listConnections,
} from './connection-queries.ts'
import { listDomains } from './domain-queries.ts'
import { presentConnection, presentSsoDomain } from './present.ts'
import { findSignInRules } from './rule-queries.ts'

/** Returns how the people of a team sign in. */
export async function loadSsoSettings(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  workspaceId: string,
): Promise<SsoSettings> {
  const [rules, slug, domains, connections, people, administrators] = [
    await findSignInRules(trx, workspaceId),
    await findSlug(trx, workspaceId),
    await listDomains(trx, workspaceId),
    await listConnections(trx, workspaceId),
    await countPeople(trx, workspaceId),
    await listAdministratorAccounts(trx, workspaceId),
  ]
  return {
    slug,
    address: slug === null ? null : `${config.publicUrl}/sso/${slug}`,
    required: rules.sso_required,
    session_hours: rules.session_hours,
    second_factor_required: rules.second_factor_required,
    break_glass_people: await countSecondFactors(trx, administrators),
    domains: domains.map(presentSsoDomain),
    connections: connections.map((row) =>
      presentConnection(row, people.get(row.id) ?? 0, config.publicUrl),
    ),
  }
}

/**
 * Changes how people sign in, under the team lock and with presence. Returns the new settings. The
 * actor administers the account inside the lock as well.
 */
export async function changeSsoSettings(
  services: Services,
  actor: Actor,
  at: Date,
  change: (context: UserContext) => Promise<void>,
): Promise<SsoSettings> {
  await requirePresence(services, actor, at)
  return withTeamLock(services, actor, at, async (context) => {
    if (!context.actorPermissions.account_administrator) throwRefusal('forbidden')
    await change(context)
    return loadSsoSettings(context.trx, services, actor.workspace_id)
  })
}

/**
 * Throws unless a team can require single sign-on: sso_connection_required without an active
 * connection for a verified domain, and break_glass_required without an account administrator who
 * could enter if the provider fails.
 */
async function assertMayRequireSso(trx: Trx, workspaceId: string): Promise<void> {
  if (!(await hasActiveConnection(trx, workspaceId, null)))
    throwRefusal('sso_connection_required', { field: 'required' })
  const accounts = await listAdministratorAccounts(trx, workspaceId)
  if ((await countSecondFactors(trx, accounts)) === 0)
    throwRefusal('break_glass_required', { field: 'required' })
}

const ruleColumns = {
  required: 'sso_required',
  session_hours: 'session_hours',
  second_factor_required: 'second_factor_required',
} as const

/** Changes the rules of sign-in. They apply from the next request of each session on. */
export const updateSsoSettings = (
  services: Services,
  actor: Actor,
  input: BodyOf<'sso.update'>,
  at: Date,
): Promise<SsoSettings> =>
  changeSsoSettings(services, actor, at, async ({ trx }) => {
    const { workspace_id: workspaceId } = actor
    await lockSettings(trx, workspaceId)
    const before = await findSignInRules(trx, workspaceId)
    const slugBefore = await findSlug(trx, workspaceId)
    const changes: Record<string, { from: unknown; to: unknown }> = {}
    for (const [field, column] of Object.entries(ruleColumns)) {
      const to = input[field as keyof typeof ruleColumns]
      if (to !== undefined && to !== before[column]) changes[field] = { from: before[column], to }
    }
    if (input.slug !== undefined && input.slug !== slugBefore) {
      if (!(await saveSlug(trx, workspaceId, input.slug)))
        throwRefusal('not_unique', { field: 'slug' })
      changes['slug'] = { from: slugBefore, to: input.slug }
    }
    if (!Object.keys(changes).length) return
    if (changes['required']?.to === true) await assertMayRequireSso(trx, workspaceId)
    await updateSettingsColumns(trx, workspaceId, {
      sso_required: input.required ?? before.sso_required,
      session_hours: input.session_hours === undefined ? before.session_hours : input.session_hours,
      second_factor_required: input.second_factor_required ?? before.second_factor_required,
    })
    await audit(trx, actor, 'sso.update', changes, at)
  })
