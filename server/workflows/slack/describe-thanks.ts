import type { Allowance } from '#contract/schemas/allowance-rules.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { CreatedPost } from '#contract/schemas/posts.ts'
import type { Value } from '#contract/schemas/values.ts'
import { formatPoints, listNames } from '#server/modules/chat-messages/describe-post.ts'
import { escapeSlackText } from '#server/modules/chat-messages/slack-text.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { bcp47Tag, translate, translatePlural } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { buildReply, type SlackReply } from './outcome.ts'

/** Returns escaped names as one text. */
export const listEscapedNames = (language: Language, names: string[], count?: number): string =>
  listNames(language, names.map(escapeSlackText), count)

export const formatValue = ({ emoji, name }: Pick<Value, 'emoji' | 'name'>) => `${emoji} ${name}`

/** Returns what is left to give and until when; null without a limit. */
export function describeAllowance(
  { language, timezone }: Pick<Actor, 'language' | 'timezone'>,
  { score_remaining: left, renews_at: renewsAt }: Allowance,
): string | null {
  if (left === null) return null
  const date = new Intl.DateTimeFormat(bcp47Tag(language), {
    day: 'numeric',
    month: 'long',
    timeZone: timezone,
  }).format(new Date(Date.parse(renewsAt) - 1))
  const points = translatePlural(language, 'chat', 'points', left)
  return translate(language, 'slack', 'left', { points, date })
}

/** Returns what the sender reads after their thanks. */
export function buildSentReply(
  { config }: Pick<Services, 'config'>,
  language: Language,
  post: CreatedPost,
): SlackReply {
  const names = post.to.map(({ name }) => name)
  const text = translate(language, 'slack', post.private ? 'sent_private' : 'sent', {
    people: listEscapedNames(language, names, post.to_count),
    points: formatPoints(language, post.score, post.to_count),
    value: escapeSlackText(formatValue(post.value)),
  })
  return {
    ...buildReply(text, {
      url: `${config.publicUrl}/posts/${post.id}`,
      label: translate(language, 'chat', 'open'),
    }),
    replaces: true,
  }
}
