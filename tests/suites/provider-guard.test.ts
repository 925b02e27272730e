import { expect, test } from 'vitest'
import { makeTeam } from '#tests/support/factories.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('fails a test that calls a provider within a transaction', async () => {
  const t = await startTestApp()
  const { db, giftCards } = t.services
  const { workspace_id: workspaceId, admin } = await makeTeam(t)
  const callProvider = async () => void (await giftCards?.listCountries())
  await db.tenant(workspaceId, () => Promise.resolve())
  await callProvider()
  const violation = 'giftCards.listCountries was called within a transaction'
  await expect(db.tenant(workspaceId, callProvider)).rejects.toThrow(violation)
  await expect(db.account(admin.account_id, callProvider)).rejects.toThrow(violation)
  // A caught error fails the test as well.
  await expect(t.close()).rejects.toThrow(violation)
})
