import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { createAdapter } from './adapter.ts'

const t = setupTestApp()

test.each(['AccessToken', 'RefreshToken'])(
  'a grant that ends during a request gives no %s',
  async (model) => {
    const adapter = createAdapter(t.services, model)
    const grantId = crypto.randomUUID()
    await expect(adapter.upsert('secret', { grantId, scope: 'posts:read' }, 60)).rejects.toThrow(
      'invalid_grant',
    )
  },
)
