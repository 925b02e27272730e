import { dayMs, hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Celebration, CelebrationKind } from '#contract/schemas/celebrations.ts'
import type { DateVisibility } from '#contract/schemas/date-visibility.ts'
import { narrowerCircle } from '#server/modules/important-dates/narrower-circle.ts'
import { addCardToInboxes } from '#server/modules/inbox-items/card-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId, toIdRange } from '#server/platform/ids.ts'
import { utcDay } from '#server/platform/periods.ts'
import {
  type CardToOpen,
  insertCard,
  listCardsToOpen,
  listSigners,
  markCardDelivered,
} from './queries.ts'

type Circle = Celebration['visibility']

const cardsPerRun = 500
/** Posts of a year decide who may sign. */
const exchangeDays = 365

/** Opens the card of a celebration. Returns the users whose inbox changed. */
async function openCard(
  trx: Trx,
  workspaceId: string,
  { kind, user_id: userId, year, manager_id: managerId, shown }: CardToOpen,
  visibility: Circle,
  at: Date,
): Promise<string[]> {
  const circle = narrowerCircle<DateVisibility>(shown, visibility)
  // A day for the manager alone has nobody else who could sign.
  if (circle === 'nothing' || circle === 'private') return []
  const { first: sinceId } = toIdRange({
    from: utcDay(new Date(at.getTime() - exchangeDays * dayMs)),
    to: utcDay(at),
  })
  const signerIds = await listSigners(
    trx,
    workspaceId,
    { userId, managerId },
    { isTeamOnly: circle === 'team', sinceId, limit: limits.card_signers_max },
  )
  if (!signerIds.length) return []
  const id = newId(at)
  await insertCard(
    trx,
    { workspace_id: workspaceId, id, kind, user_id: userId, year, created_at: at },
    signerIds,
  )
  return addCardToInboxes(trx, workspaceId, 'card_to_sign', {
    cardId: id,
    userIds: signerIds,
    personId: userId,
    at,
  })
}

/**
 * Opens the cards of planned celebrations, each once, and asks colleagues to sign. `circles`: who
 * sees the posts of the kinds with cards. Returns the users whose inbox changed.
 */
export async function openCards(
  trx: Trx,
  workspaceId: string,
  circles: ReadonlyMap<CelebrationKind, Circle>,
  at: Date,
): Promise<string[]> {
  if (!circles.size) return []
  const changed: string[] = []
  const from = new Date(at.getTime() + limits.card_hours_min * hourMs)
  for (const card of await listCardsToOpen(trx, workspaceId, [...circles.keys()], {
    from,
    limit: cardsPerRun,
  }))
    changed.push(
      ...(await openCard(trx, workspaceId, card, circles.get(card.kind) ?? 'private', at)),
    )
  return changed
}

/**
 * Delivers the card of a celebration with its post, if somebody has signed. Returns the users whose
 * inbox changed.
 */
export async function deliverCard(
  trx: Trx,
  workspaceId: string,
  celebration: { kind: CelebrationKind; userId: string; year: number; at: Date },
): Promise<string[]> {
  const cardId = await markCardDelivered(trx, workspaceId, celebration)
  if (cardId === undefined) return []
  return addCardToInboxes(trx, workspaceId, 'card_delivered', {
    cardId,
    userIds: [celebration.userId],
    personId: null,
    at: celebration.at,
  })
}
