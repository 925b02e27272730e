/**
 * What a colleague can answer a post with beside a like, in the order in which they are offered.
 * The web reads this too.
 */
export const reaction_emoji = {
  clap: '👏',
  party: '🎉',
  thanks: '🙏',
  idea: '💡',
  fire: '🔥',
  smile: '😄',
} as const
export type Reaction = keyof typeof reaction_emoji
/** A like is told of in the same way. */
export type ReactionOrLike = Reaction | 'like'
export const reactionNames = Object.keys(reaction_emoji) as [Reaction, ...Reaction[]]
