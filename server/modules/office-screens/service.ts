import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import type { OfficeScreen, OfficeScreenView } from '#contract/schemas/office-screens.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { type Actor, isBillingActive } from '#server/platform/auth/sessions.ts'
import { createWorkspaceToken, parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken, newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { loadOfficeScreenView } from './load-view.ts'
import {
  deleteOfficeScreenRow,
  findOpenedScreen,
  insertOfficeScreen,
  listOfficeScreens,
  type OfficeScreenRow,
  recordOfficeScreenUse,
} from './queries.ts'

const presentScreen = ({ id, name, created_at, used_on }: OfficeScreenRow): OfficeScreen => ({
  id,
  name,
  created_at: created_at.toISOString(),
  used_on,
})

/** Returns the displays of the team, newest first. */
export const loadOfficeScreens = async (
  { db }: Services,
  { workspace_id: workspaceId }: Actor,
): Promise<OfficeScreen[]> =>
  (await db.readSnapshot(workspaceId, (trx) => listOfficeScreens(trx, workspaceId))).map(
    presentScreen,
  )

/**
 * Creates the link of a display. Only its hash is stored, so only this response contains the
 * address. Throws office_screens_full.
 */
export async function createOfficeScreen(
  { db, config }: Services,
  actor: Actor,
  { name }: BodyOf<'office_screens.create'>,
  at: Date,
): Promise<OutputOf<'office_screens.create'>> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const token = createWorkspaceToken(workspaceId)
  const screen = { id: newId(at), name, created_at: at, used_on: null }
  await db.tenant(workspaceId, async (trx) => {
    // The lock serializes concurrent creations.
    await lockSettings(trx, workspaceId)
    if ((await listOfficeScreens(trx, workspaceId)).length >= limits.office_screens_max)
      throwRefusal('office_screens_full', { params: { finish: limits.office_screens_max } })
    await insertOfficeScreen(trx, {
      workspace_id: workspaceId,
      ...screen,
      token_hash: hashToken(token),
      created_by: userId,
    })
    await audit(trx, actor, 'office_screen.create', { name }, at)
  })
  return { ...presentScreen(screen), url: `${config.publicUrl}/screen/${token}` }
}

/** Deletes the link of a display, which stops working at once. Throws not_found. */
export async function deleteOfficeScreen(
  { db }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  await db.tenant(workspaceId, async (trx) => {
    const name = await deleteOfficeScreenRow(trx, workspaceId, id)
    if (name === undefined) throwRefusal('not_found')
    await audit(trx, actor, 'office_screen.delete', { name }, at)
  })
}

/**
 * Returns what the display of a token shows. Throws not_found for an unknown token, and for a team
 * that is deleted or has no active billing.
 */
export async function openOfficeScreen(
  { db, config }: Services,
  token: string,
  at: Date,
): Promise<OfficeScreenView> {
  const workspaceId = parseWorkspaceToken(token, 'not_found')
  const { screen, view } = await db.readSnapshot(workspaceId, async (trx) => {
    const found = await findOpenedScreen(trx, workspaceId, hashToken(token))
    if (!found || !isBillingActive(found, config.billing, at)) return throwRefusal('not_found')
    return { screen: found, view: await loadOfficeScreenView(trx, workspaceId, found, at) }
  })
  const today = toLocalDay(at, screen.timezone)
  if (screen.used_on === null || screen.used_on < today)
    await db.tenant(workspaceId, (trx) => recordOfficeScreenUse(trx, workspaceId, screen.id, today))
  return view
}
