import { useCan } from '#web/shared/config.ts'

const allSteps = ['values', 'points', 'rewards', 'people'] as const
export type SetupStep = (typeof allSteps)[number]

/** Returns the steps that the reader may take. Rewards have permissions of their own. */
export function useSetupSteps(): SetupStep[] {
  const managesRewards = useCan()('manage_rewards')
  return allSteps.filter((step) => step !== 'rewards' || managesRewards)
}

/** Returns the steps around this one; undefined before the first and after the last. */
export function useNeighbors(step: SetupStep): {
  before: SetupStep | undefined
  after: SetupStep | undefined
} {
  const steps = useSetupSteps()
  const index = steps.indexOf(step)
  return { before: steps[index - 1], after: steps[index + 1] }
}
