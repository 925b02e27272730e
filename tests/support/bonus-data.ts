import type { Bonus, BonusShare } from '#contract/schemas/bonuses.ts'
import { exampleTime, makePerson, nextId } from './web-data.ts'
import { makeAudience } from './audience-data.ts'

/** Returns an unpaid bonus of 1,000 points for everyone, as the API presents it. */
export const makeBonus = (fields: Partial<Bonus> = {}): Bonus => ({
  id: nextId(),
  name: 'Strong first half',
  text: 'Thank you for six good months.',
  audience: makeAudience(),
  starts_on: '2031-01-01',
  ends_on: '2031-06-30',
  method: 'share',
  points: 1_000,
  person_max: null,
  budget: null,
  status: 'draft',
  people: null,
  points_paid: null,
  created_at: exampleTime,
  paid_at: null,
  paid_by: null,
  ...fields,
})

/** Returns the part of a person in a bonus. */
export const makeShare = (name: string, received: number, points: number): BonusShare => ({
  user: makePerson({ first_name: name, last_name: 'Lind', name: `${name} Lind` }),
  received,
  points,
})
