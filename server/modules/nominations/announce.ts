import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { NominationRound } from '#contract/schemas/nominations.ts'
import { renewEndedBudgets } from '#server/modules/budgets/renew.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { listAcceptedMembers } from '#server/modules/memberships/queries.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import {
  type CompanyPost,
  createCompanyPost,
  publishCompanyPost,
} from '#server/modules/posts/company-posts.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { describeWinner, type WinnerQuote } from './describe-winner.ts'
import { loadNominated } from './load-nominated.ts'
import { loadRound } from './load-rounds.ts'
import { notifyNominees } from './notify.ts'
import { findRound, findValueOfRound, type RoundRow, updateRoundColumns } from './queries.ts'
import { rankDecided } from './result.ts'
import { listResults, listQuotes, type ResultRow, setWinners } from './result-queries.ts'

type Choice = BodyOf<'nominations.announce'>['winners'][number]
type Winner = { row: ResultRow; recipientIds: string[]; name: string; quotes: WinnerQuote[] }

const refuseWinners = (field = 'winners') => throwRefusal('nomination_winners', { field })

/**
 * Returns the rows of the winners in the order of the result. Throws nomination_winners unless they
 * are those of the result who are still there, and as many of the equal ones as places are left.
 */
function chooseWinners(round: RoundRow, rows: ResultRow[], choices: Choice[]): ResultRow[] {
  const chosen = new Set(choices.map((choice) => choice.nominee_id))
  const { winnerIds, tiedIds, placesLeft } = rankDecided(round, rows)
  const present = new Set(rows.flatMap(({ id, is_present: isPresent }) => (isPresent ? [id] : [])))
  const certain = winnerIds.filter((id) => present.has(id))
  const tied = tiedIds.filter((id) => present.has(id))
  const fromTied = tied.filter((id) => chosen.has(id))
  const isComplete =
    certain.every((id) => chosen.has(id)) &&
    fromTied.length === Math.min(placesLeft, tied.length) &&
    chosen.size === choices.length &&
    chosen.size === certain.length + fromTied.length
  return isComplete ? rows.filter(({ id }) => chosen.has(id)) : refuseWinners()
}

/** Returns the quotes of each choice. Throws nomination_winners for a quote without consent. */
async function findQuotes(
  trx: Trx,
  workspaceId: string,
  choices: Choice[],
): Promise<Map<string, WinnerQuote[]>> {
  const ids = choices.map((choice) => choice.nominee_id)
  const quotes = await listQuotes(trx, workspaceId, ids)
  const people = await loadPeople(
    trx,
    workspaceId,
    quotes.map((quote) => quote.nominator_id),
  )
  return new Map(
    choices.map(({ nominee_id: nomineeId, quote_ids: quoteIds }, index) => [
      nomineeId,
      [...new Set(quoteIds)].map((id) => {
        const quote = quotes.find((one) => one.id === id && one.nominee_id === nomineeId)
        const name = quote && people.get(quote.nominator_id)?.name
        return quote && name !== undefined
          ? { text: quote.text, name }
          : refuseWinners(`winners.${index}.quote_ids`)
      }),
    ]),
  )
}

/** Returns the people who get the post and points of a winner, at most those of a budget's post. */
async function listRecipients(
  trx: Trx,
  workspaceId: string,
  { user_id: userId, group_id: groupId }: ResultRow,
): Promise<string[]> {
  if (userId !== null) return [userId]
  const max = limits.budget_recipients_max
  const ids = groupId ? await listAcceptedMembers(trx, workspaceId, [groupId], max + 1) : []
  return ids.length > 0 && ids.length <= max ? ids : refuseWinners()
}

async function loadWinners(
  trx: Trx,
  workspaceId: string,
  round: RoundRow,
  choices: Choice[],
): Promise<Winner[]> {
  const rows = chooseWinners(round, await listResults(trx, workspaceId, round.id, null), choices)
  const [nominated, quotes] = [
    await loadNominated(trx, workspaceId, rows),
    await findQuotes(trx, workspaceId, choices),
  ]
  const winners = []
  for (const row of rows) {
    const { user, group } = nominated(row)
    winners.push({
      row,
      recipientIds: await listRecipients(trx, workspaceId, row),
      name: user?.name ?? group?.name ?? '',
      quotes: quotes.get(row.id) ?? [],
    })
  }
  return winners
}

/** Writes the post of each winner and pays the points. Returns the posts in their order. */
async function createPosts(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  round: RoundRow,
  winners: Winner[],
  at: Date,
): Promise<CompanyPost[]> {
  const { language } = await findSettings(trx, workspaceId)
  const valueId = await findValueOfRound(trx, workspaceId, round.value_id)
  const budgetId = round.points > 0 ? round.budget_id : null
  const posts = []
  for (const { recipientIds, name, quotes } of winners)
    posts.push(
      await createCompanyPost(trx, {
        workspaceId,
        occasion: { kind: 'nomination', name: round.name },
        recipientIds,
        valueId,
        points: round.points,
        description: describeWinner(language, { name, round: round.name, quotes }),
        isPrivate: false,
        readerIds: [],
        at,
        day: toLocalDay(at, timezone),
        budgetId,
        source: budgetId === null ? 'issued' : 'budget',
      }),
    )
  return posts
}

/** Announces a decided round under its lock. Returns its posts and the users whose inbox changed. */
async function announce(
  trx: Trx,
  actor: Actor,
  id: string,
  { winners: choices }: BodyOf<'nominations.announce'>,
  at: Date,
): Promise<{ posts: CompanyPost[]; inboxes: string[] }> {
  const { workspace_id: workspaceId } = actor
  const round = await findRound(trx, workspaceId, id, 'change')
  if (!round) return throwRefusal('not_found')
  if (round.announced_at || round.canceled_at) throwRefusal('nomination_closed')
  if (!round.decided_at) throwRefusal('nomination_undecided')
  const ended = await renewEndedBudgets(trx, workspaceId, at)
  const winners = await loadWinners(trx, workspaceId, round, choices)
  const posts = await createPosts(trx, actor, round, winners, at)
  await setWinners(
    trx,
    workspaceId,
    id,
    winners.map(({ row }, index) => ({ id: row.id, post_id: posts[index]?.id ?? null })),
  )
  await updateRoundColumns(trx, workspaceId, id, { announced_at: at, next_at: null })
  const inboxes = await notifyNominees(trx, workspaceId, { roundId: id, at })
  const details = { round_id: id, name: round.name, count: winners.length, amount: round.points }
  await audit(trx, actor, 'nomination_round.announce', details, at)
  return { posts, inboxes: [...ended, ...inboxes] }
}

/** Announces the winners of a round, once. Throws the codes of `nominations.announce`. */
export async function announceRound(
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'nominations.announce'>,
  call: IdempotentCall,
): Promise<NominationRound> {
  const { workspace_id: workspaceId } = actor
  const { at } = call
  let announced: Awaited<ReturnType<typeof announce>> | undefined
  const round = await services.db.tenant(workspaceId, (trx) =>
    withIdempotency(trx, call, async () => {
      announced = await announce(trx, actor, id, body, at)
      return loadRound(trx, actor, id, at)
    }),
  )
  if (announced) {
    services.events.publish(workspaceId, ['config'])
    publishInboxChanged(services, workspaceId, announced.inboxes)
    for (const post of announced.posts) publishCompanyPost(services, post)
  }
  return round
}
