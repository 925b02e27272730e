import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { findProtectedPlaces, type Place } from './protected-places.ts'

/** Returns places; `A/B` is below `A`, and `people` are in the place itself. */
const toPlaces = (people: Record<string, number>): Place[] =>
  Object.entries(people).map(([id, count]) => ({
    id,
    parent_id: id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : null,
    people: count,
  }))
const protectedIds = (everyone: number, people: Record<string, number>) =>
  [...findProtectedPlaces(toPlaces(people), everyone)].toSorted()

test('protects places with fewer than five people', () => {
  expect(protectedIds(30, { A: 20, B: 5, C: 4 })).toEqual(['C'])
  expect(protectedIds(25, { A: 20, B: 5 })).toEqual([])
  expect(protectedIds(30, { A: 20, B: 5 })).toEqual([])
})

test('protects the smallest place if the others leave a few people', () => {
  expect(protectedIds(19, { A: 10, B: 8 })).toEqual(['B'])
  expect(protectedIds(23, { A: 10, B: 7, C: 6 })).toEqual([])
  expect(protectedIds(27, { A: 10, B: 7, C: 6 })).toEqual(['C'])
  expect(protectedIds(40, { A: 2, 'A/B': 9, 'A/C': 12 })).toEqual(['A/B'])
})

test('protects a place that has nearly everyone', () => {
  expect(protectedIds(12, { A: 10 })).toEqual(['A'])
  expect(protectedIds(12, { A: 0, 'A/B': 10 })).toEqual(['A', 'A/B'])
})

test('counts places below a protected one like places beside it', () => {
  // Everyone minus B, A/C and A/D would be the two people outside of all places.
  expect(protectedIds(32, { A: 0, 'A/C': 5, 'A/D': 5, B: 20 })).toEqual(['A', 'A/C'])
  expect(protectedIds(102, { A: 0, 'A/C': 60, 'A/D': 40 })).toEqual(['A', 'A/D'])
  expect(protectedIds(112, { A: 8, 'A/C': 60, 'A/D': 40 })).toEqual(['A'])
})

/** Returns the number of people of a place and of those below it. */
const sizeOf = (places: Place[], id: string): number =>
  places
    .filter((place) => place.id === id || place.id.startsWith(`${id}/`))
    .reduce((sum, { people }) => sum + people, 0)

/** Returns all numbers of people that disjoint places with figures leave of a whole. */
function listRests(places: Place[], shown: Set<string>, size: number, parent: string | null) {
  let rests = new Set([size])
  const withdraw = (id: string): Set<number> => {
    const inner = places.filter((place) => place.parent_id === id)
    let ways = new Set([0])
    for (const child of inner)
      ways = new Set([...ways].flatMap((sum) => [...withdraw(child.id)].map((one) => sum + one)))
    if (shown.has(id)) ways.add(sizeOf(places, id))
    return ways
  }
  for (const child of places.filter((place) => place.parent_id === parent)) {
    const ways = [...withdraw(child.id)]
    rests = new Set([...rests].flatMap((rest) => ways.map((way) => rest - way)))
  }
  return rests
}

test('no places with figures leave a few people of another one or of everyone', () => {
  let state = 7
  const next = (max: number) => {
    state = (state * 16_807) % 2_147_483_647
    return state % max
  }
  for (let run = 0; run < 400; run += 1) {
    const people: Record<string, number> = {}
    for (const top of ['A', 'B', 'C'].slice(0, 1 + next(3))) {
      people[top] = next(9)
      for (const below of ['D', 'E', 'F'].slice(0, next(4))) {
        people[`${top}/${below}`] = next(12)
        if (next(2)) people[`${top}/${below}/G`] = next(12)
      }
    }
    const places = toPlaces(people)
    const everyone = next(9) + places.reduce((sum, place) => sum + place.people, 0)
    // The figures of a small team are those of everyone, which are always shown.
    if (everyone < limits.group_figures_min) continue
    const hidden = findProtectedPlaces(places, everyone)
    const shown = new Set(Object.keys(people).filter((id) => !hidden.has(id)))
    const wholes = [
      { size: everyone, parent: null },
      ...[...shown].map((id) => ({ size: sizeOf(places, id), parent: id })),
    ]
    for (const { size, parent } of wholes)
      for (const rest of listRests(places, shown, size, parent))
        expect([people, everyone, parent, rest, rest === 0 || rest >= 5]).toEqual([
          people,
          everyone,
          parent,
          rest,
          true,
        ])
  }
})
