/** Emoji reactions to a post, in the order of the picker. The web imports this file too. */
export const reactionEmoji = {
  clap: '👏',
  party: '🎉',
  thanks: '🙏',
  idea: '💡',
  fire: '🔥',
  smile: '😄',
} as const
export type Reaction = keyof typeof reactionEmoji
/** Likes are published in the same way. */
export type ReactionOrLike = Reaction | 'like'
export const reactionNames = Object.keys(reactionEmoji) as [Reaction, ...Reaction[]]
