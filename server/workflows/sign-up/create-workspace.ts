import { dayMs } from '#contract/durations.ts'
import { z } from 'zod'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { valueCreate } from '#contract/schemas/values.ts'
import { seedStarterData } from '#server/workflows/demo/starter-data.ts'
import { findAccountEmail } from '#server/modules/accounts/queries.ts'
import { emailDomain } from '#server/modules/outbox/mail-budget.ts'
import { updatePermissionColumns } from '#server/modules/users/permission-queries.ts'
import { insertUser } from '#server/modules/users/queries.ts'
import { insertValues } from '#server/modules/values/queries.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { startSessionFrom } from '#server/platform/auth/sessions.ts'
import { readMessages } from '#server/platform/i18n/messages.ts'
import { claimTeamCreation, releaseTeamCreation } from '#server/modules/workspaces/queries.ts'
import { insertSettings, insertWorkspaceRow } from './queries.ts'

const workspacesPerDayMax = 10

/**
 * Inserts the five preset values of a language (web/locales/<language>/presets.json). The first one
 * is the default. Returns their ids.
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
  await insertValues(trx, rows)
  return rows.map((row) => row.id)
}

/** Inserts a workspace with its settings and preset values. Returns the ids of the values. */
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
  await insertWorkspaceRow(trx, {
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
  await insertSettings(trx, { workspace_id: id, language, timezone })
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
 * Creates a team with preset values and demo data. Its creator holds all four permissions. Returns
 * a session in the team. Throws too_many if the account created 10 teams in the last day.
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
  const email = await findAccountEmail(db.global, accountId)
  const workspaceId = newId(at)
  return db.tenant(workspaceId, async (trx) => {
    const valueIds = await insertWorkspace(trx, {
      id: workspaceId,
      name,
      language,
      timezone,
      at,
      mail_domain: emailDomain(email),
    })
    const userId = newId(at)
    await insertUser(trx, {
      workspace_id: workspaceId,
      id: userId,
      account_id: accountId,
      email,
      first_name: '',
      last_name: '',
      state: 'accepted',
      at,
    })
    await updatePermissionColumns(trx, workspaceId, userId, {
      global_administrator: true,
      account_administrator: true,
      rewards_administrator: true,
      billing_administrator: true,
    })
    await seedStarterData(trx, {
      workspace_id: workspaceId,
      team: name,
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
