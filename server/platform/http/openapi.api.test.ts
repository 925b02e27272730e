import { expect, test } from 'vitest'
import { webhookEvents, webhookPing } from '#contract/webhook-events.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
test('documents webhook payloads in the OpenAPI document and page', async () => {
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
