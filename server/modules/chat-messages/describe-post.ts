import type { Language } from '#contract/schemas/common.ts'
import { translate, translatePlural } from '#server/platform/i18n/messages.ts'

/** A post as a chat shows it. People without a name were erased; the workspace itself is null. */
export type ChatPost = {
  id: string
  from: { name: string } | null
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

/**
 * Returns names as one text of bounded length. An empty name is that of an erased person. `count`:
 * the number of all people, of whom `names` may be the first.
 */
export function listNames(language: Language, names: string[], count = names.length): string {
  const former = translate(language, 'common', 'former')
  const shown = names.slice(0, listedNamesMax).map((name) => name || former)
  const more = count - shown.length
  return [...shown, ...(more > 0 ? [translatePlural(language, 'chat', 'more', more)] : [])].join(
    ', ',
  )
}

/** Returns the points of a post, and whether each of several people gets them. */
export function formatPoints(language: Language, score: number, peopleCount: number): string {
  const points = `+${translatePlural(language, 'chat', 'points', score)}`
  return peopleCount > 1 ? translate(language, 'chat', 'each', { points }) : points
}

/**
 * Returns the texts of a post for a chat; `escape` makes names safe in the chat's markup. `points` is
 * empty for a post of the workspace without points; `facts` adds the value.
 */
export function describePost(
  language: Language,
  post: ChatPost,
  { escape, added = 0 }: { escape: (text: string) => string; added?: number },
) {
  const former = translate(language, 'common', 'former')
  const to = listNames(
    language,
    post.to.map(({ name }) => escape(name)),
  )
  const sentence = post.from
    ? translate(language, 'chat', 'thanked', { from: escape(post.from.name || former), to })
    : translate(language, 'chat', 'celebrated', { to })
  const points = [
    ...(post.score > 0 ? [formatPoints(language, post.score, post.to.length)] : []),
    ...(added > 0
      ? [
          translate(language, 'chat', 'added', {
            points: `+${translatePlural(language, 'chat', 'points', added)}`,
          }),
        ]
      : []),
  ]
  return {
    sentence,
    points: points.join(' · '),
    facts: [...points, escape(`${post.value.emoji} ${post.value.name}`)].join(' · '),
    open: translate(language, 'chat', 'open'),
  }
}
