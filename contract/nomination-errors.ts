/** Errors of nominations, with HTTP status and English text. */
export const nominationErrors = {
  nomination_closed: { status: 409, text: 'This is no longer possible in this round' },
  nomination_started: { status: 409, text: 'Nominators rely on this since the round has started' },
  nomination_undecided: { status: 409, text: 'This round has no result yet' },
  nomination_repeated: { status: 409, text: 'You have already nominated them in this round' },
  nomination_winners: { status: 409, text: 'These are not the winners of this round' },
  nomination_rounds_full: { status: 422, text: 'A team can have at most {finish} open rounds' },
  nominations_full: { status: 422, text: 'You can nominate at most {finish} in this round' },
  nomination_nominee: { status: 422, text: 'They cannot be nominated in this round' },
  nomination_conflict: { status: 422, text: 'You cannot decide about this nominee' },
  self_nomination: { status: 422, text: 'You can’t nominate yourself or a group of yours' },
} as const
