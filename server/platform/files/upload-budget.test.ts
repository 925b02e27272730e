import { expect, test } from 'vitest'
import { Refusal } from '#server/platform/errors.ts'
import { createUploadBudget } from './upload-budget.ts'

const uploads = () =>
  createUploadBudget({ requestsPerWorkspaceMax: 2, bytesPerWorkspaceMax: 100, bytesMax: 150 })
const codeOf = (work: () => unknown) => {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Refusal ? [error.list[0]?.code, error.retry_after_s] : error
  }
}

test('limits concurrent uploads of a workspace without affecting others', () => {
  const all = uploads()
  const first = all.start('a')
  all.start('a')
  expect(codeOf(() => all.start('a'))).toEqual(['too_many', 2])
  expect(codeOf(() => all.start('b'))).toBeNull()
  first.release()
  expect(codeOf(() => all.start('a'))).toBeNull()
})

test('counts the bytes of a request for its workspace and process', () => {
  const all = uploads()
  const [a, b] = [all.start('a'), all.start('b')]
  a.add(100)
  expect(codeOf(() => a.add(1))).toEqual(['too_many', 2])
  expect(codeOf(() => all.start('a').add(1))).toEqual(['too_many', 2])
  expect(codeOf(() => b.add(51))).toEqual(['unavailable', 2])
  a.release()
  expect(codeOf(() => b.add(51))).toBeNull()
})
