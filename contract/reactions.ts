/**
 * What a colleague can answer a post with beside a like, in the order in which they are offered.
 * The web reads this too.
 */
export const reactionEmoji = {
  clap: '👏',
  party: '🎉',
  thanks: '🙏',
  idea: '💡',
  fire: '🔥',
  smile: '😄',
} as const
export type Reaction = keyof typeof reactionEmoji
/** A like is told of in the same way. */
export type ReactionOrLike = Reaction | 'like'
export const reactionNames = Object.keys(reactionEmoji) as [Reaction, ...Reaction[]]
