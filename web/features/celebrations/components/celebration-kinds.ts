import type { CelebrationKind } from '#contract/schemas/celebrations.ts'

export const celebrationKinds: readonly CelebrationKind[] = ['birthday', 'anniversary', 'welcome']
