import { type CelebrationKind, celebrationKinds } from '#contract/schemas/celebrations.ts'

export { celebrationKinds }

export const celebrationEmoji: Record<CelebrationKind, string> = {
  birthday: '🎂',
  anniversary: '🎉',
  welcome: '👋',
}
