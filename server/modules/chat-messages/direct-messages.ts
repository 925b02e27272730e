import type { DirectMessageEvent } from '#contract/webhook-events.ts'
import type { Language } from '#contract/schemas/common.ts'
import {
  describeGiftNews,
  findOutcome,
  type GiftNews,
  mayDecide,
} from '#server/modules/award-gifts/describe-news.ts'
import { findGiftFacts, type GiftFacts } from '#server/modules/award-gifts/notice-queries.ts'
import { findUserLimits } from '#server/modules/allowances/queries.ts'
import { presentAllowance } from '#server/modules/allowances/present.ts'
import { describeRoundNotice } from '#server/modules/nominations/describe-notice.ts'
import { findRoundNotice } from '#server/modules/nominations/notice-queries.ts'
import { searchPeople } from '#server/modules/users/list-queries.ts'
import { isPersonAway } from '#server/modules/leave/queries.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { bcp47Tag, translate, translatePlural } from '#server/platform/i18n/messages.ts'
import { findPeriod, toLocalDay } from '#server/platform/periods.ts'
import {
  findDecidedPurchase,
  findThanksForReader,
  type ThanksForReader,
} from './message-queries.ts'
import type { ChatNotice } from './slack-messages.ts'

const suggestedPeople = 3

export type DirectMessageInput = {
  workspaceId: string
  userId: string
  event: DirectMessageEvent
  subjectId: string
  language: Language
  publicUrl: string
  at: Date
}

/** Returns the sentence about points from a colleague, or from the workspace itself. */
async function describeThanks(
  trx: Trx,
  workspaceId: string,
  language: Language,
  { from_id: fromId, score, points, value }: ThanksForReader & { points: string },
): Promise<string> {
  if (fromId === null)
    return translate(language, 'chat', score > 0 ? 'direct.company_points' : 'direct.company', {
      points,
    })
  const from = (await loadPeople(trx, workspaceId, [fromId])).get(fromId)?.name
  return translate(language, 'chat', 'direct.thanks', {
    from: from || translate(language, 'common', 'former'),
    points,
    value,
  })
}

/** Returns the message about received thanks. It says nothing about a private post but its link. */
async function composeThanks(
  trx: Trx,
  { workspaceId, userId, subjectId, language, publicUrl }: DirectMessageInput,
): Promise<ChatNotice | null> {
  const post = await findThanksForReader(trx, workspaceId, subjectId, userId)
  if (!post) return null
  const link = {
    url: `${publicUrl}/posts/${post.root_id}`,
    label: translate(language, 'chat', 'open'),
  }
  if (post.private) return { text: translate(language, 'chat', 'direct.private'), link }
  const points = `+${translatePlural(language, 'chat', 'points', post.score)}`
  return {
    text: await describeThanks(trx, workspaceId, language, { ...post, points }),
    quote: post.description,
    link,
  }
}

async function composePurchase(
  trx: Trx,
  { workspaceId, subjectId, language, publicUrl }: DirectMessageInput,
): Promise<ChatNotice | null> {
  const purchase = await findDecidedPurchase(trx, workspaceId, subjectId)
  if (!purchase) return null
  const { title, reason } = purchase
  return {
    text: translate(language, 'chat', `direct.${purchase.status}`, { title }),
    ...(purchase.status !== 'fulfilled' && reason ? { quote: reason } : {}),
    link: { url: `${publicUrl}/rewards`, label: translate(language, 'chat', 'open') },
  }
}

/** Returns the weekly message about points that are left; null without any, and during a leave. */
async function composeReminder(
  trx: Trx,
  { workspaceId, userId, language, publicUrl, at }: DirectMessageInput,
): Promise<ChatNotice | null> {
  const { limit_period: limitPeriod, timezone } = await findSettings(trx, workspaceId)
  const period = findPeriod(at, limitPeriod, timezone)
  const limits = await findUserLimits(trx, workspaceId, userId, period.start)
  const { score_remaining: left } = presentAllowance(limits, period.end)
  if (left === null || left < 1) return null
  if (await isPersonAway(trx, workspaceId, userId, toLocalDay(at, timezone))) return null
  const people = await searchPeople(trx, workspaceId, userId, {
    text: '',
    withTitles: false,
    seesAddresses: false,
    limit: suggestedPeople,
  })
  const lastDay = new Date(period.end.getTime() - 1)
  const date = new Intl.DateTimeFormat(bcp47Tag(language), {
    day: 'numeric',
    month: 'long',
    timeZone: timezone,
  }).format(lastDay)
  const names = people.map((row) => presentPerson(row, workspaceId).name)
  const remaining = translate(language, 'chat', 'direct.reminder', {
    points: translatePlural(language, 'chat', 'points', left),
    date,
  })
  const question = translate(language, 'chat', 'direct.reminder_people', {
    people: new Intl.ListFormat(bcp47Tag(language), { type: 'disjunction' }).format(names),
  })
  return {
    text: names.length ? `${remaining}. ${question}` : remaining,
    link: { url: `${publicUrl}/feed`, label: translate(language, 'chat', 'direct.give') },
  }
}

/** Returns what a reader learns about a gift as it is now; undefined if it does not concern them. */
async function findNews(
  trx: Trx,
  { workspaceId, userId, subjectId: giftId, at }: DirectMessageInput,
  gift: GiftFacts,
): Promise<GiftNews | undefined> {
  if (gift.giver_id === userId) return gift.status === 'pending' ? 'waiting' : findOutcome(gift)
  return (await mayDecide(trx, workspaceId, gift, { giftId, userId, at })) ? 'requested' : undefined
}

/** Returns the message about an award to its giver or to somebody who may decide about it. */
async function composeAward(trx: Trx, input: DirectMessageInput): Promise<ChatNotice | null> {
  const { workspaceId, subjectId: giftId, language, publicUrl } = input
  const gift = await findGiftFacts(trx, workspaceId, giftId)
  const news = gift && (await findNews(trx, input, gift))
  if (!news) return null
  const { title, intro, quote, action } = await describeGiftNews(
    trx,
    workspaceId,
    language,
    news,
    gift,
  )
  return {
    text: `${title}\n${intro}`,
    ...(quote ? { quote } : {}),
    link: { url: `${publicUrl}/awards/gifts/${giftId}`, label: action },
    ...(news === 'requested'
      ? {
          approval: {
            giftId,
            step: gift.step,
            label: translate(language, 'chat', 'direct.approve'),
          },
        }
      : {}),
  }
}

/** Returns the message to a juror; null when they can no longer score. */
async function composeJury(
  trx: Trx,
  { workspaceId, userId, subjectId: roundId, language, publicUrl, at }: DirectMessageInput,
): Promise<ChatNotice | null> {
  const round = await findRoundNotice(trx, workspaceId, { roundId, userId, at })
  if (!round?.awaits_scores) return null
  const { title, intro, action } = describeRoundNotice(language, 'jury_asked', round)
  return {
    text: `${title}\n${intro}`,
    link: { url: `${publicUrl}/nominations/${roundId}`, label: action },
  }
}

/**
 * Returns a direct message from current data; null when there is nothing to say any more, for example
 * because the post was deleted.
 */
export function composeDirectMessage(
  trx: Trx,
  input: DirectMessageInput,
): Promise<ChatNotice | null> {
  switch (input.event) {
    case 'direct.thanks':
      return composeThanks(trx, input)
    case 'direct.purchase':
      return composePurchase(trx, input)
    case 'direct.reminder':
      return composeReminder(trx, input)
    case 'direct.award':
      return composeAward(trx, input)
    case 'direct.jury':
      return composeJury(trx, input)
  }
}
