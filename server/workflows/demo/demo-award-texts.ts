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
    daysAgo: 6,
    text: 'You brought the missing parts to the fair on your day off.',
  },
] as const

/** A nomination round; `jurors` are indexes of `demoPeople`. */
export const demoRound = {
  name: 'Colleague of the quarter',
  text: 'For someone who made the quarter better for all of us.',
  emoji: '🌟',
  nominee_kind: 'person',
  nominations_max: 3,
  decision: 'jury',
  criteria: ['Effect on others', 'Lives our values'],
  tie_rule: 'share',
  winners_max: 1,
  points: 200,
  value: 0,
  jurors: [1, 2, 11],
} as const
export const demoNominations = [
  { from: 5, to: 9, text: 'Ask her once and the problem is gone, with a note on how to avoid it.' },
  { from: 7, to: 9, text: 'She notices who is stuck before they say a word.' },
  { from: 8, to: 14, text: 'The new shelves were Yuki’s idea, Yuki’s sketch and Yuki’s weekend.' },
] as const
