import type { Award, AwardGift, AwardsSummary, OwnAward } from '#contract/schemas/awards.ts'
import { exampleTime, makePerson, nextId } from './web-data.ts'
import { makeAudience } from './audience-data.ts'

/** Returns an award of 50 points without steps, as the API presents it. */
export const makeAward = (fields: Partial<Award> = {}): Award => ({
  id: nextId(),
  name: 'Hero of the quarter',
  text: 'For work that the whole team will remember.',
  emoji: '🏆',
  picture: { url: null },
  criteria: '',
  points_min: 50,
  points_max: 50,
  budget: null,
  givers: makeAudience(),
  receivers: makeAudience(),
  yearly_max: null,
  value_id: nextId(),
  private: false,
  steps: [],
  created_at: exampleTime,
  archived_at: null,
  ...fields,
})

/** Returns an award as its giver sees it. */
export const makeOwnAward = (fields: Partial<OwnAward> = {}): OwnAward => {
  const { id, name, text, emoji, picture, criteria, points_min, points_max, yearly_max } =
    makeAward()
  return {
    id,
    name,
    text,
    emoji,
    picture,
    criteria,
    points_min,
    points_max,
    yearly_max,
    private: false,
    steps: [],
    ...fields,
  }
}

/** Returns a gift that awaits its only step. */
export const makeGift = (fields: Partial<AwardGift> = {}): AwardGift => ({
  id: nextId(),
  award: { id: nextId(), name: 'Hero of the quarter', emoji: '🏆', picture: { url: null } },
  giver: makePerson({ name: 'Gina Rossi' }),
  receivers: [makePerson({ name: 'Rosa Park' })],
  points: 50,
  budget: null,
  private: false,
  text: 'For the move to the new office',
  status: 'pending',
  receiver_left: false,
  decline_reason: null,
  steps_done: 0,
  steps: 1,
  approvers: [makePerson({ name: 'Mara Voss' })],
  decisions: [],
  can_decide: false,
  post_id: null,
  created_at: exampleTime,
  ended_at: null,
  ...fields,
})

export const makeSummary = (fields: Partial<AwardsSummary> = {}): AwardsSummary => ({
  can_give: false,
  to_decide: 0,
  has_decided: false,
  has_given: false,
  has_received: false,
  ...fields,
})
