/** Awards; `approver` is an index of `demoPeople`, null for an award without an approval. */
export const demoAwards = [
  {
    name: 'Above and beyond',
    emoji: '🚀',
    text: 'For work that goes well beyond the role.',
    points_min: 50,
    points_max: 150,
    yearly_max: 2,
    value: 4,
    approver: 1,
  },
  {
    name: 'Quick thanks',
    emoji: '⚡',
    text: 'For help that made the day.',
    points_min: 25,
    points_max: 25,
    yearly_max: null,
    value: 0,
    approver: null,
  },
] as const

/** Gifts of awards; `award` is an index of `demoAwards`. The first awaits its approval. */
export const demoAwardGifts = [
  {
    award: 0,
    from: 4,
    to: 9,
    points: 100,
    daysAgo: 1,
    text: 'She rebuilt the stock list over a quiet week, and nobody counts by hand any more.',
  },
  {
    award: 1,
    from: 5,
    to: 12,
    points: 25,
    daysAgo: 17,
    text: 'You brought the missing parts to the fair on your day off.',
  },
] as const

/**
 * Nomination rounds that were announced some weeks ago and that are open now. `jurors`, `from` and
 * `to` are indexes of `demoPeople`; each of `scores` is what each juror gives for each criterion.
 */
export const announcedRound = {
  round: {
    name: 'Quiet hero',
    text: 'For someone whose work makes everything else possible.',
    emoji: '🦉',
    nominee_kind: 'person',
    nominations_max: 2,
    decision: 'jury',
    criteria: ['Effect on others', 'Lives our values'],
    tie_rule: 'share',
    winners_max: 1,
    points: 150,
  },
  value: 1,
  jurors: [2, 15],
  startedDaysAgo: 70,
  openDays: 10,
  decidesAfterDays: 20,
  nominations: [
    { from: 3, to: 21, scores: 5, text: 'Every parcel arrives because Kwame checks it twice.' },
    { from: 6, to: 21, scores: 5, text: 'He found us a van on a Sunday, and he drove it himself.' },
    { from: 19, to: 10, scores: 3, text: 'His numbers answer the question before I ask it.' },
  ],
} as const
export const openRound = {
  round: {
    name: 'Colleague of the season',
    text: 'For someone who made the season better for all of us.',
    emoji: '🌟',
    nominee_kind: 'person',
    nominations_max: 3,
    decision: 'jury',
    criteria: ['Effect on others', 'Lives our values'],
    tie_rule: 'share',
    winners_max: 1,
    points: 200,
  },
  value: 0,
  jurors: [1, 2, 11],
  startedDaysAgo: 0,
  openDays: 14,
  decidesAfterDays: 21,
  nominations: [
    {
      from: 5,
      to: 9,
      text: 'Ask her once and the problem is gone, with a note on how to avoid it.',
    },
    { from: 7, to: 9, text: 'She notices who is stuck before they say a word.' },
    {
      from: 8,
      to: 14,
      text: 'The new shelves were Yuki’s idea, Yuki’s sketch and Yuki’s weekend.',
    },
  ],
} as const

/** A paid bonus for the thanks of a month. */
export const demoBonus = {
  name: 'Thanks for the trade fair',
  text: 'Four busy weeks, and you still had a kind word for each other.',
  method: 'share',
  points: 500,
  person_max: 60,
  daysAgo: 35,
  periodDays: 28,
} as const

/** What points are worth, the plan and the budget of a year. Amounts in minor units. */
export const demoWorth = { currency: 'USD', hundred_points_minor: 1_000 }
export const demoPlan = {
  name: 'Next year',
  people: 25,
  allowance: 250,
  period: 'month',
  use_percent: 60,
  celebration_points: 1_500,
  award_points: 1_000,
  bonus_points: 500,
  gift_card_percent: 0,
} as const
export const demoBudget = { amount_minor: 600_000, currency: 'USD' }
