import type { FoundPerson, Person } from '#contract/schemas/users.ts'

/** Returns people as a search finds them. */
export const toFoundPeople = (...people: Person[]): FoundPerson[] =>
  people.map((person) => ({ ...person, detail: person.job_title }))
