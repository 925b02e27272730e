import type { Ability } from '#contract/permissions.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { presentAllowance } from '#server/modules/allowances/present.ts'
import { findUserLimits } from '#server/modules/allowances/queries.ts'
import { presentSubscriptionStatus } from '#server/modules/billing/present.ts'
import { findSubscription } from '#server/modules/billing/subscription-queries.ts'
import { findVisibleWorth, loadOwnWorth } from '#server/modules/point-worths/visible-worth.ts'
import { findPresenceProof } from '#server/modules/presence/queries.ts'
import { presentOwnUser } from '#server/modules/users/present.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { findUser } from '#server/modules/users/queries.ts'
import { presentValue } from '#server/modules/values/present.ts'
import { listValues } from '#server/modules/values/queries.ts'
import {
  presentWorkspace,
  presentSettings,
  presentChecklist,
} from '#server/modules/workspaces/present.ts'
import {
  findWorkspace,
  findSettings,
  findOnboardingFacts,
  countMemberships,
  type WorkspaceRow,
} from '#server/modules/workspaces/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hasScope } from '#server/platform/http/mount-routes.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'

/** Returns the configuration that the web loads at start (GET /config). */
export async function loadAppConfig(
  { db, config }: Services,
  actor: Actor,
  token: string,
  at: Date,
): Promise<AppConfig> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const period = findPeriod(at, actor.limit_period, actor.timezone)
  const showsBilling = config.billing !== 'off' && actor.abilities.has('manage_billing')
  const [rows, memberships, proof] = await Promise.all([
    db.readSnapshot(workspaceId, (trx) =>
      Promise.all([
        findUser(trx, workspaceId, userId, period.start),
        findUserLimits(trx, workspaceId, userId, period.start),
        findWorkspace(trx, workspaceId),
        findSettings(trx, workspaceId),
        listValues(trx, workspaceId),
        findOnboardingFacts(trx, workspaceId, userId),
        showsBilling ? findSubscription(trx, workspaceId) : undefined,
        findVisibleWorth(trx, actor, at),
        loadOwnWorth(trx, actor, at),
      ]),
    ),
    db.account(actor.account_id, (trx) => countMemberships(trx, actor.account_id)),
    findPresenceProof(db.global, actor.session_id),
  ])
  const [userRow, limitsRow, workspace, settings, values, facts, subscription, worth, ownWorth] =
    rows
  if (!userRow) throwRefusal('unauthorized')
  const user = presentOwnUser(userRow, actor)
  const offer = showsBilling && facts.offer_open && workspace.trial_ends_at > at
  const appConfig: AppConfig = {
    user,
    access_token: token,
    workspace: presentWorkspace(workspace, actor.billing_active),
    settings: presentSettings(settings, workspace, worth),
    permissions: actor.permissions,
    abilities: [...actor.abilities] as Ability[],
    values: values.map(presentValue),
    checklist: presentChecklist(facts, actor.abilities),
    own_worth: ownWorth,
    allowance: presentAllowance(limitsRow, period.end),
    rewards_exist: facts.rewards_exist,
    purchases_exist: facts.purchases_exist,
    has_goal: facts.has_goal,
    has_reports: facts.has_reports,
    has_budgets: facts.has_budgets,
    has_awards: facts.has_awards,
    workspaces_count: memberships,
    demo_data: facts.demo_data,
    welcome_offer: offer,
    welcome_banner: offer && !facts.offer_hidden,
    subscription: showsBilling
      ? presentSubscriptionStatus(subscription, workspace.trial_ends_at)
      : null,
    deletion: await loadDeletion(db, workspace),
    deletion_grace_days: config.deletionGraceDays,
    impersonated: actor.kind === 'impersonation',
    signed_in_by: proof.sso_connection_id === null ? 'account' : 'sso',
    second_factor_missing: actor.second_factor_missing,
    billing: config.billing,
    feedback_url: config.feedbackUrl,
  }
  return filterByScopes(appConfig, actor)
}

/** Returns when the team will be deleted and who asked for it, or null. */
async function loadDeletion(
  db: Database,
  { id, deletion_due_at: dueAt, deletion_asked_by: askedBy }: WorkspaceRow,
): Promise<AppConfig['deletion']> {
  if (!dueAt) return null
  const requesters =
    askedBy === null
      ? undefined
      : await db.readSnapshot(id, (trx) => loadPeople(trx, id, [askedBy]))
  return { due_at: dueAt.toISOString(), asked_by: requesters?.get(askedBy ?? '') ?? null }
}

/**
 * Omits fields that an access token may not read. The scope `profile:read` permits only the call
 * itself.
 */
function filterByScopes(config: AppConfig, actor: Actor): AppConfig {
  const { settings, subscription, ...rest } = config
  return {
    ...rest,
    ...(hasScope(actor, 'settings:read') ? { settings } : {}),
    ...(hasScope(actor, 'billing:read') ? { subscription } : {}),
  } as AppConfig
}
