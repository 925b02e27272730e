import { expect, test } from 'vitest'
import { webhookEvents, webhookPing } from '#contract/webhook-events.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
test('what webhooks tell stands beside the calls, for programs and for people', async () => {
  const { webhooks } = JSON.parse((await t.app.inject('/api/openapi.json')).body) as {
    webhooks: Record<
      string,
      {
        post: {
          requestBody: {
            content: Record<string, { schema: { properties: { type: { const: string } } } }>
          }
        }
      }
    >
  }
  expect(Object.keys(webhooks).sort()).toEqual([...webhookEvents, webhookPing].sort())
  for (const [name, { post }] of Object.entries(webhooks))
    expect(post.requestBody.content['application/json']?.schema.properties.type.const).toBe(name)
  const page = (await t.app.inject('/api/docs')).body
  for (const name of webhookEvents) expect(page).toContain(`<code>${name}</code>`)
})
