import { z } from 'zod'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { Ability } from '#contract/permissions.ts'
import { valueCreate } from '#contract/schemas/values.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { seedStarterData } from '#server/workflows/demo/starter-data.ts'
import { presentSubscriptionStatus } from '#server/modules/billing/present.ts'
import { findSubscription } from '#server/modules/billing/queries.ts'
import { emailDomain } from '#server/modules/notifications/mail-budget.ts'
import { listValues } from '#server/modules/values/queries.ts'
import { presentValue } from '#server/modules/values/present.ts'
import { findUser, insertUser, findPeopleByIds } from '#server/modules/users/queries.ts'
import { presentOwnUser } from '#server/modules/users/present.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hasScope } from '#server/platform/http/mount-routes.ts'
import { newId } from '#server/platform/ids.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { type Actor, startSessionFrom } from '#server/platform/auth/sessions.ts'
import { readMessages } from '#server/platform/i18n/messages.ts'
import { presentChecklist, presentSettings, presentWorkspace } from './present.ts'
import {
  claimTeamCreation,
  countMemberships,
  findOnboardingFacts,
  findSettings,
  findWorkspace,
  releaseTeamCreation,
} from './queries.ts'

const dayMs = 86_400_000
const workspacesPerDayMax = 10

/**
 * The five presets of a language (web/locales/<language>/presets.json); the first is the default.
 */
async function insertPresetValues(
  trx: Trx,
  workspaceId: string,
  language: Language,
  at: Date,
): Promise<string[]> {
  const presets = z.array(valueCreate).parse(readMessages(language, 'presets')['values'])
  const rows = presets.map((preset, index) => ({
    workspace_id: workspaceId,
    id: newId(at),
    name: preset.name,
    description: preset.description,
    color: preset.color,
    emoji: preset.emoji,
    keywords: preset.keywords,
    tag: preset.tag ?? preset.name.toLowerCase(),
    is_default: index === 0,
    created_at: at,
    retired_at: null,
  }))
  await trx.insertInto('values').values(rows).execute()
  return rows.map((row) => row.id)
}

/**
 * The rows every workspace starts with: itself, its settings, its values. Answers the values' ids.
 */
export async function insertWorkspace(
  trx: Trx,
  input: {
    id: string
    name: string
    language: Language
    timezone: string
    at: Date
    demo?: boolean
    mail_domain?: string
  },
): Promise<string[]> {
  const { id, name, language, timezone, at } = input
  await trx
    .insertInto('workspaces')
    .values({
      id,
      name,
      logo_file_id: null,
      trial_days: limits.trial_days,
      trial_ends_at: new Date(at.getTime() + limits.trial_days * dayMs),
      paid_until: null,
      validated_at: null,
      discount_claimed_at: null,
      demo: input.demo ?? false,
      created_at: at,
      deleted_at: null,
      mail_domain: input.mail_domain ?? null,
    })
    .execute()
  await trx.insertInto('settings').values({ workspace_id: id, language, timezone }).execute()
  return insertPresetValues(trx, id, language, at)
}

type NewWorkspace = {
  name: string
  language: Language
  timezone: string
  at: Date
  client: string
  session_id: string
}
type CreatedWorkspace = { access_token: string; workspace_id: string }
/**
 * Creates a team: its creator holds all four permissions; presets and demo data are in it. Returns
 * a session in it. Throws too_many for an account that created 10 teams in the last day.
 */
export async function createWorkspace(
  { db }: Services,
  accountId: string,
  input: NewWorkspace,
): Promise<CreatedWorkspace> {
  const { at } = input
  const creation = { id: newId(at), account_id: accountId, at, max: workspacesPerDayMax }
  const freeAt = await claimTeamCreation(db.global, creation)
  if (freeAt) throwRefusal('too_many', { retry_after_s: (freeAt.getTime() - at.getTime()) / 1000 })
  try {
    return await insertWorkspaceWithCreator(db, accountId, input)
  } catch (error) {
    await releaseTeamCreation(db.global, creation.id)
    throw error
  }
}

async function insertWorkspaceWithCreator(
  db: Database,
  accountId: string,
  { name, language, timezone, at, client, session_id: sessionId }: NewWorkspace,
): Promise<CreatedWorkspace> {
  const account = await db.global
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const workspaceId = newId(at)
  return db.tenant(workspaceId, async (trx) => {
    const valueIds = await insertWorkspace(trx, {
      id: workspaceId,
      name,
      language,
      timezone,
      at,
      mail_domain: emailDomain(account.email),
    })
    const userId = newId(at)
    await insertUser(trx, {
      workspace_id: workspaceId,
      id: userId,
      account_id: accountId,
      email: account.email,
      first_name: '',
      last_name: '',
      state: 'accepted',
      at,
    })
    await trx
      .updateTable('permissions')
      .set({
        global_administrator: true,
        account_administrator: true,
        rewards_administrator: true,
        billing_administrator: true,
      })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute()
    await seedStarterData(trx, {
      workspace_id: workspaceId,
      value_ids: valueIds,
      language,
      timezone,
      at,
    })
    const accessToken = await startSessionFrom(trx, at, sessionId, {
      account_id: accountId,
      kind: 'session',
      workspace_id: workspaceId,
      user_id: userId,
      client,
    })
    return { access_token: accessToken, workspace_id: workspaceId }
  })
}

/** Everything the web needs at start (GET /config). */
export async function loadAppConfig(
  { db, config }: Services,
  actor: Actor,
  token: string,
  at: Date,
): Promise<AppConfig> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const period = findPeriod(at, actor.limit_period, actor.timezone)
  const pays = config.billing !== 'off' && actor.abilities.has('manage_billing')
  const [[found, workspace, settings, values, facts, subscription], memberships] =
    await Promise.all([
      db.tenant(workspaceId, (trx) =>
        Promise.all([
          findUser(trx, workspaceId, userId, period.start),
          findWorkspace(trx, workspaceId),
          findSettings(trx, workspaceId),
          listValues(trx, workspaceId),
          findOnboardingFacts(trx, workspaceId, userId),
          pays ? findSubscription(trx, workspaceId) : undefined,
        ]),
      ),
      db.account(actor.account_id, (trx) => countMemberships(trx, actor.account_id)),
    ])
  if (!found) throwRefusal('unauthorized')
  const user = presentOwnUser(found, actor)
  const { deletion_due_at: deletionDueAt, deletion_asked_by: deletionAskedBy } = workspace
  const askers =
    deletionAskedBy === null
      ? undefined
      : await db.tenant(workspaceId, (trx) => findPeopleByIds(trx, workspaceId, [deletionAskedBy]))
  const offer = pays && facts.offer_open && workspace.trial_ends_at > at
  const limit = found.points_limit ?? settings.points_limit
  const configOfSession: AppConfig = {
    user,
    access_token: token,
    workspace: presentWorkspace(workspace, actor.billing_active),
    settings: presentSettings(settings, workspace),
    permissions: actor.permissions,
    abilities: [...actor.abilities] as Ability[],
    values: values.map(presentValue),
    checklist: presentChecklist(facts, actor.abilities),
    allowance: {
      limit,
      limit_per_post: found.points_limit_per_post ?? settings.points_limit_per_post,
      spent: found.spent ?? 0,
      score_remaining: user.score_remaining,
      renews_at: period.end.toISOString(),
    },
    rewards_exist: facts.rewards_exist,
    purchases_exist: facts.purchases_exist,
    workspaces_count: memberships,
    demo_data: facts.demo_data,
    welcome_offer: offer,
    welcome_banner: offer && !facts.offer_hidden,
    subscription: pays ? presentSubscriptionStatus(subscription, workspace.trial_ends_at) : null,
    deletion: deletionDueAt && {
      due_at: deletionDueAt.toISOString(),
      asked_by: askers?.get(deletionAskedBy ?? '') ?? null,
    },
    deletion_grace_days: config.deletionGraceDays,
    impersonated: actor.kind === 'impersonation',
    billing: config.billing,
    feedback_url: config.feedbackUrl,
  }
  return filterByScopes(configOfSession, actor)
}

/** Leaves out what an access token may not read: its scope `profile:read` opens the call alone. */
function filterByScopes(config: AppConfig, actor: Actor): AppConfig {
  const { settings, subscription, ...rest } = config
  return {
    ...rest,
    ...(hasScope(actor, 'settings:read') ? { settings } : {}),
    ...(hasScope(actor, 'billing:read') ? { subscription } : {}),
  } as AppConfig
}
