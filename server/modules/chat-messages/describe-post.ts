import type { Language } from '#contract/schemas/common.ts'
import { translate, translatePlural } from '#server/platform/i18n/messages.ts'

/** A post as a chat shows it. People without a name were erased. */
export type ChatPost = {
  id: string
  from: { name: string }
  to: { name: string }[]
  score: number
  description: string
  value: { name: string; emoji: string }
  url: string
}
/** Points added later, and whether colleagues may add points in the chat. */
export type PostActions = { added: number; addOns: boolean }

/** Further names are replaced by their number. */
const listedNamesMax = 8

/** Returns the texts of a post for a chat; `escape` makes names safe in the chat's markup. */
export function describePost(
  language: Language,
  post: ChatPost,
  { escape, added = 0 }: { escape: (text: string) => string; added?: number },
) {
  const former = translate(language, 'common', 'former')
  const name = (person: { name: string }) => escape(person.name || former)
  const shown = post.to.slice(0, listedNamesMax).map(name)
  const more = post.to.length - shown.length
  const to = [...shown, ...(more ? [translatePlural(language, 'chat', 'more', more)] : [])].join(
    ', ',
  )
  const sentence = translate(language, 'chat', 'thanked', { from: name(post.from), to })
  const points = `+${translatePlural(language, 'chat', 'points', post.score)}`
  const each = post.to.length > 1 ? translate(language, 'chat', 'each', { points }) : points
  return {
    sentence,
    points: added
      ? `${each} · ${translate(language, 'chat', 'added', { points: `+${translatePlural(language, 'chat', 'points', added)}` })}`
      : each,
    value: `${post.value.emoji} ${post.value.name}`,
    open: translate(language, 'chat', 'open'),
  }
}
