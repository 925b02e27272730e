/**
 * Reactions to a post. Six have a name, in the order of the picker; any other is a single emoji.
 * The web imports this file too.
 */
export const reactionEmoji = {
  clap: '👏',
  party: '🎉',
  thanks: '🙏',
  idea: '💡',
  fire: '🔥',
  smile: '😄',
} as const
type NamedReaction = keyof typeof reactionEmoji
/** A name of `reactionEmoji`, or an emoji. */
export type Reaction = string
/** Likes are published in the same way, as `like`. */
export type ReactionOrLike = string
export const reactionNames = Object.keys(reactionEmoji) as [NamedReaction, ...NamedReaction[]]

const isNamed = (reaction: string): reaction is NamedReaction =>
  Object.hasOwn(reactionEmoji, reaction)
/** The heart is the like. */
const likeEmoji = new Set(['❤️', '❤'])

/**
 * Returns the reaction of a text: a name, or exactly one emoji. An emoji that has a name becomes
 * its name, so that it is counted once. Undefined for other texts.
 */
export function parseReaction(text: string): Reaction | undefined {
  if (isNamed(text)) return text
  if (!/^\p{RGI_Emoji}$/v.test(text) || likeEmoji.has(text)) return undefined
  return reactionNames.find((name) => reactionEmoji[name] === text) ?? text
}

export const emojiOfReaction = (reaction: Reaction): string =>
  isNamed(reaction) ? reactionEmoji[reaction] : reaction

/** Returns the reactions in the order of the picker, then the other emoji in a fixed order. */
export const sortReactions = (reactions: readonly Reaction[]): Reaction[] => [
  ...reactionNames.filter((name) => reactions.includes(name)),
  ...reactions.filter((reaction) => !isNamed(reaction)).toSorted(),
]
