import type { CelebrationKind } from '#contract/schemas/celebrations.ts'

export const celebrationEmoji: Record<CelebrationKind, string> = {
  birthday: '🎂',
  anniversary: '🎉',
  welcome: '👋',
}
export const celebrationKinds = Object.keys(celebrationEmoji) as CelebrationKind[]
