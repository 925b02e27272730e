import { limits } from '#contract/limits.ts'
import type { LeaverAccount, LeaverThanks } from '#contract/schemas/leavers.ts'
import { findWalletBalance } from '#server/ledger/balances.ts'
import { nameOfPerson } from '#server/modules/people/present.ts'
import { findGraceByToken, findPolicy, type GraceRow } from '#server/modules/leavers/queries.ts'
import { findHundredPointsOf } from '#server/modules/point-worths/queries.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'
import type { Buyer } from '#server/modules/purchases/buyer.ts'
import { listOwnPurchases } from '#server/modules/purchases/load-purchases.ts'
import { listShopRewards } from '#server/modules/shop/service.ts'
import { findWorkspaceBrand } from '#server/modules/workspaces/queries.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { loadTaxNote } from '#server/workflows/tax-note/tax-note.ts'
import type { TaxNote } from '#contract/schemas/tax-rules.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { hashToken } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { endDueGrace } from './end-grace.ts'
import { findLeaverLocale, listThanks } from './queries.ts'

/**
 * Returns the grace that a link opens. Throws leaver_link_invalid for every other token. The first
 * access after the end ends the grace.
 */
export async function openGrace(services: Services, token: string, at: Date): Promise<GraceRow> {
  const workspaceId = parseWorkspaceToken(token, 'leaver_link_invalid')
  const grace = await services.db.tenant(workspaceId, (trx) =>
    findGraceByToken(trx, workspaceId, hashToken(token)),
  )
  if (!grace) return throwRefusal('leaver_link_invalid')
  if (grace.ends_at > at) return grace
  await endDueGrace(services, workspaceId, grace.user_id, at)
  return throwRefusal('leaver_link_invalid')
}

/** Returns the leaver as a buyer without any right of a member. */
export const buyerOf = (
  { workspace_id: workspaceId, user_id: userId }: GraceRow,
  timezone: string,
): Buyer => ({
  workspace_id: workspaceId,
  user_id: userId,
  timezone,
  abilities: new Set(),
  kind: 'session',
  session_id: '',
})

async function loadRewards(services: Services, trx: Trx, buyer: Buyer, at: Date) {
  const rewards = await listShopRewards(services, trx, buyer, at)
  return rewards
    .filter((reward) => reward.reward_type === 'individual')
    .map(({ id, title, description, emoji, picture, price, type, ...reward }) => ({
      id,
      title,
      description,
      emoji,
      picture,
      price,
      type,
      comment_required: reward.comment_required,
      missing_points: reward.missing_points,
      person_max: reward.person_max,
      person_period: reward.person_period,
      blocked: reward.blocked,
    }))
}

async function loadPurchases(trx: Trx, buyer: Buyer, at: Date) {
  const { items } = await listOwnPurchases(trx, buyer, {
    limit: limits.leaver_purchases_shown,
    after: undefined,
    at,
  })
  return items.map((purchase) => ({
    id: purchase.id,
    title: purchase.title,
    emoji: purchase.emoji,
    price: purchase.price,
    status: purchase.status,
    stage: purchase.stage,
    decline_reason: purchase.decline_reason,
    order_note: purchase.order_note,
    note: purchase.note,
    code: purchase.code,
    claim_url: purchase.claim_url,
    created_at: purchase.created_at,
    canceled_at: purchase.canceled_at,
    returned_at: purchase.returned_at,
  }))
}

/** Returns what a leaver may still see: balance, shop and own purchases. */
export async function loadAccount(
  services: Services,
  grace: GraceRow,
  at: Date,
): Promise<LeaverAccount> {
  const { workspace_id: workspaceId, user_id: userId } = grace
  return services.db.readSnapshot(workspaceId, async (trx) => {
    const policy = await findPolicy(trx, workspaceId)
    const buyer = buyerOf(grace, policy.timezone)
    const brand = await findWorkspaceBrand(trx, workspaceId)
    const balance = (await findWalletBalance(trx, workspaceId, userId)) ?? 0
    const hundredPoints = await findHundredPointsOf(trx, workspaceId, {
      userId,
      day: toLocalDay(at, policy.timezone),
    })
    return {
      team: brand.name,
      logo: { url: fileUrl(workspaceId, brand.logo_key) },
      first_name: (await findLeaverLocale(trx, workspaceId, userId))?.first_name ?? '',
      balance,
      worth: hundredPoints && worthOfPoints(balance, hundredPoints),
      outcome: grace.outcome,
      ends_at: grace.ends_at.toISOString(),
      timezone: policy.timezone,
      rewards: await loadRewards(services, trx, buyer, at),
      purchases: await loadPurchases(trx, buyer, at),
    }
  })
}

/** Returns the thanks that a leaver received, the latest first. */
export async function loadThanks(
  { db }: Pick<Services, 'db'>,
  { workspace_id: workspaceId, user_id: userId }: GraceRow,
): Promise<LeaverThanks> {
  return db.readSnapshot(workspaceId, async (trx) => {
    const rows = await listThanks(trx, workspaceId, userId, limits.leaver_thanks_max)
    return {
      team: (await findWorkspaceBrand(trx, workspaceId)).name,
      name: (await findLeaverLocale(trx, workspaceId, userId))?.first_name ?? '',
      thanks: rows.map((row) => ({
        from: nameOfPerson(row),
        value: row.value,
        points: row.points,
        text: row.text,
        created_at: row.created_at.toISOString(),
      })),
    }
  })
}

/** Returns the time zone of the team of a leaver. */
export const findTeamTimezone = (
  { db }: Pick<Services, 'db'>,
  { workspace_id: workspaceId }: GraceRow,
): Promise<string> =>
  db.readSnapshot(workspaceId, async (trx) => (await findPolicy(trx, workspaceId)).timezone)

/** Returns what a leaver reads about tax before redeeming a reward. Throws not_found. */
export const loadLeaverTaxNote = (
  services: Services,
  grace: GraceRow,
  reward: Parameters<typeof loadTaxNote>[3],
): Promise<TaxNote> =>
  services.db.readSnapshot(grace.workspace_id, async (trx) => {
    const { timezone } = await findPolicy(trx, grace.workspace_id)
    return loadTaxNote(services, trx, buyerOf(grace, timezone), reward)
  })
