import type { HomeView, KnownBlock } from '@slack/types'
import type { Post } from '#contract/schemas/posts.ts'
import { describePost } from '#server/modules/chat-messages/describe-post.ts'
import {
  escapeSlackText,
  quoteSlackText,
  slackLink,
  slackMarkdown,
  slackPlainText,
} from '#server/modules/chat-messages/slack-text.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { bcp47Tag, translate, translatePlural } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import type { ChatOverview } from '#server/workflows/chat/overview.ts'
import { describeAllowance } from './describe-thanks.ts'
import type { SlackReply } from './outcome.ts'

/** The action of the button that opens the form of thanks. */
export const homeThankAction = 'thank_somebody'

const headerCharsMax = 150
const labelCharsMax = 75

const section = (text: string): KnownBlock => ({ type: 'section', text: slackMarkdown(text) })
const header = (text: string): KnownBlock => ({
  type: 'header',
  text: slackPlainText(text, headerCharsMax),
})

function buildPost(publicUrl: string, { language }: Actor, post: Post): KnownBlock[] {
  const url = `${publicUrl}/posts/${post.id}`
  const words = describePost(language, { ...post, url }, { escape: escapeSlackText })
  return [
    section(`${words.sentence}\n${quoteSlackText(post.description)}`),
    {
      type: 'context',
      elements: [slackMarkdown(`${words.facts} · ${slackLink(url, words.open)}`)],
    },
  ]
}

/** Returns the Home tab: balance, what is left to give, latest thanks and next birthdays. */
export function buildHome(
  { config }: Pick<Services, 'config'>,
  actor: Actor,
  { balance, allowance, posts, birthdays }: ChatOverview,
): HomeView {
  const { language } = actor
  const say = (key: string, params = {}) => translate(language, 'slack', key, params)
  const points = translatePlural(language, 'chat', 'points', balance)
  const dates = new Intl.DateTimeFormat(bcp47Tag(language), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const lines = birthdays.map(
    ({ user, date }) => `${escapeSlackText(user.name)} · ${dates.format(new Date(date))}`,
  )
  return {
    type: 'home',
    blocks: [
      header(say('balance.text', { points })),
      section(describeAllowance(actor, allowance) ?? say('balance.unlimited')),
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            action_id: homeThankAction,
            style: 'primary',
            text: slackPlainText(say('home.thank'), labelCharsMax),
          },
          {
            type: 'button',
            action_id: 'open_rewards',
            text: slackPlainText(say('shop.link'), labelCharsMax),
            url: `${config.publicUrl}/rewards`,
          },
        ],
      },
      header(say('home.latest')),
      ...(posts.length
        ? posts.flatMap((post) => buildPost(config.publicUrl, actor, post))
        : [section(say('home.no_posts'))]),
      ...(lines.length ? [header(say('home.birthdays')), section(lines.join('\n'))] : []),
    ],
  }
}

/** Returns the Home tab of a person without a user here: the text that they would get. */
export const buildStrangerHome = ({ blocks }: SlackReply): HomeView => ({ type: 'home', blocks })
