import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makePost, makeTeam } from '#tests/support/factories.ts'
import { importHistory, makePair, toHistoryFile } from '#tests/support/history-imports.ts'

const t = setupTestApp()

test.each(['checklist.dismiss', 'checklist.update'] as const)(
  'stays dismissed after %s and later updates',
  async (name) => {
    const { token } = (await makeTeam(t)).admin
    const update = async (dismissed: boolean) =>
      (await t.call('checklist.update', { token, body: { dismissed } })).body.dismissed
    expect(await update(false)).toBe(false)
    expect(
      (
        await t.call(name, {
          token,
          ...(name === 'checklist.update' ? { body: { dismissed: true } } : {}),
        })
      ).body.dismissed,
    ).toBe(true)
    expect(await update(false)).toBe(true)
    expect((await t.call('config.get', { token })).body.checklist.dismissed).toBe(true)
  },
)

test('imported posts leave the first post on the checklist', async () => {
  const { team, ann, ben } = await makePair(t)
  const file = toHistoryFile(`2024-03-05,${ann.email},${ben.email},10,Great work,,`)
  await importHistory(t, team, file)
  const hasPosted = async () =>
    (await t.call('config.get', { token: ann.token })).body.checklist.items.find(
      ({ key }) => key === 'post',
    )?.done
  expect(await hasPosted()).toBe(false)
  await makePost(t, ann, [ben], team.value_id)
  expect(await hasPosted()).toBe(true)
})
