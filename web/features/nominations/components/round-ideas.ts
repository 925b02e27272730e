import type { NominationRound } from '#contract/schemas/nominations.ts'

/** The texts of an idea are `nominations.ideas.<key>`. The form can change everything. */
export type RoundIdea = Pick<
  NominationRound,
  'emoji' | 'nominee_kind' | 'decision' | 'winners_max' | 'points'
> & { key: 'quarter' | 'customer' | 'team'; hasValueQuestion: boolean }

/** Rounds to start from: one with a jury, one with a vote, one for groups. */
export const roundIdeas: readonly RoundIdea[] = [
  {
    key: 'quarter',
    emoji: '🌟',
    nominee_kind: 'person',
    decision: 'jury',
    winners_max: 1,
    points: 200,
    hasValueQuestion: true,
  },
  {
    key: 'customer',
    emoji: '🤝',
    nominee_kind: 'person',
    decision: 'vote',
    winners_max: 3,
    points: 100,
    hasValueQuestion: false,
  },
  {
    key: 'team',
    emoji: '🏅',
    nominee_kind: 'group',
    decision: 'jury',
    winners_max: 1,
    points: 50,
    hasValueQuestion: false,
  },
]
