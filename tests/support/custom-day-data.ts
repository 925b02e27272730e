import type { CustomDay } from '#contract/schemas/custom-days.ts'
import { makePerson, nextId } from './web-data.ts'
import { makeAudience } from './audience-data.ts'

/** Returns a yearly day for two people, as the API presents it. */
export const makeCustomDay = (fields: Partial<CustomDay> = {}): CustomDay => ({
  id: nextId(),
  name: 'Founders’ day',
  date: '2015-05-12',
  yearly: true,
  hour: 9,
  text: 'Thank you, {names}!',
  points: 20,
  value_id: null,
  enabled: true,
  everyone: false,
  audience: makeAudience({
    people: [makePerson({ first_name: 'Ada' }), makePerson({ first_name: 'Bo' })],
  }),
  budget: null,
  next_on: '2031-05-12',
  awaits_budget: false,
  people: 2,
  last: null,
  ...fields,
})
