import { webhookBody, webhookPayloads, webhookSummaries } from '#contract/schemas/webhooks.ts'
import type { Json, SchemaCollection } from './openapi-schemas.ts'

const webhookHeaders = {
  'webhook-id': 'The id of the delivery, the same for every attempt',
  'webhook-timestamp': 'The time of the attempt, in seconds since 1970',
  'webhook-signature':
    '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. Two signatures for a day after the secret was replaced',
}
/** The headers of a delivery, by the name of the shared parameter. */
export const webhookParameters = Object.fromEntries(
  Object.entries(webhookHeaders).map(([name, description]) => [
    name,
    { name, in: 'header', required: true, description, schema: { type: 'string' } },
  ]),
)
const parameters = Object.keys(webhookHeaders).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

/** Returns the payloads of outgoing webhooks by event. */
export function webhookOperations({ toJsonSchema }: SchemaCollection): Json {
  const names = Object.keys(webhookPayloads) as (keyof typeof webhookPayloads)[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        post: {
          operationId: `webhook_${name.replace('.', '_')}`,
          tags: ['webhooks'],
          summary: webhookSummaries[name],
          // The receiver checks the signature.
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toJsonSchema(webhookBody(name), 'output') } },
          },
          responses: {
            '2XX': { description: 'Delivered' },
            '410': { description: 'The webhook is turned off' },
            '429': { description: 'Sent again after the seconds in `Retry-After`' },
            default: { description: 'Sent again, with longer and longer pauses, for three days' },
          },
        },
      },
    ]),
  )
}
