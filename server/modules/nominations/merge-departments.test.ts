import { expect, test } from 'vitest'
import { mergeSmallDepartments } from './merge-departments.ts'

const department = (name: string | null, people: number, nominations = 1, wins = 0) => ({
  name,
  people,
  nominations,
  wins,
})

test('departments with few people are put together with people without one', () => {
  const rows = [
    department('A', 9, 4, 1),
    department('B', 2, 1, 1),
    department(null, 4, 2),
    department('C', 5),
  ]
  expect(mergeSmallDepartments(rows)).toEqual([
    department('A', 9, 4, 1),
    department('C', 5),
    department(null, 6, 3, 1),
  ])
})

test('a small rest takes the smallest department with it', () => {
  const rows = [department('A', 9), department('B', 5, 3), department('C', 1)]
  expect(mergeSmallDepartments(rows)).toEqual([department('A', 9), department(null, 6, 4)])
})

test('a small team has no departments', () => {
  expect(mergeSmallDepartments([department('A', 3), department('B', 1)])).toEqual([
    department(null, 4, 2),
  ])
  expect(mergeSmallDepartments([department('A', 7), department(null, 0, 0)])).toEqual([
    department('A', 7),
  ])
})
