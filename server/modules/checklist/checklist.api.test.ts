import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeTeam } from '#tests/support/factories.ts'

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
