import type { ApprovalStepInput } from '#contract/schemas/awards.ts'
import type { AudienceForm } from '#web/shared/audiences/audience-form.ts'

/** The texts of an idea are `awards.ideas.<key>`. The form can change everything. */
export type AwardIdea = {
  key: 'spot' | 'quarter' | 'idea'
  emoji: string
  points: [min: number, max: number]
  yearlyMax: number | null
  givers: Partial<AudienceForm>
  steps: Pick<ApprovalStepInput, 'from_points' | 'approver'>[]
}

/** Awards to start from: one given at once, one with an approval, one with approval from an amount. */
export const awardIdeas: readonly AwardIdea[] = [
  {
    key: 'spot',
    emoji: '⚡',
    points: [25, 25],
    yearlyMax: 4,
    givers: { managersOnly: true },
    steps: [],
  },
  {
    key: 'quarter',
    emoji: '🏆',
    points: [200, 500],
    yearlyMax: 1,
    givers: {},
    steps: [{ from_points: 0, approver: 'receiver_manager' }],
  },
  {
    key: 'idea',
    emoji: '💡',
    points: [50, 200],
    yearlyMax: null,
    givers: {},
    steps: [{ from_points: 100, approver: 'giver_manager' }],
  },
]
