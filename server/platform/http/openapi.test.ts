import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { webhookEvents, webhookPing } from '#contract/webhook-events.ts'
import { routeNames } from '#contract/routes/index.ts'
import { buildOpenApiDocument } from './openapi.ts'
import { type Json, resolveReference } from './openapi-schemas.ts'

type Parameter = { name: string; in: string; schema: Json }
type Operation = {
  security: unknown
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}
const document = buildOpenApiDocument(routeNames, 'https://laurel.example.com') as {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: Record<'schemas' | 'parameters', Record<string, Json>>
}
const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap(
  (methods) => Object.values(methods),
)
test('the document follows the recommended rules of Redocly', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The rule ignores the patterns of parameters, which the next test checks.
      'no-ambiguous-paths': 'off',
      'no-server-example.com': 'off',
    },
  })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  })
  const described = problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  )
  expect(described).toEqual([])
})

/** Returns the pattern of a path: each parameter matches the texts that its schema allows. */
function toPattern(path: string): RegExp {
  const [operation] = Object.values(document.paths[path] ?? {})
  const parameters = (operation?.parameters ?? []).map(
    (parameter) => resolveReference(document, parameter) as Parameter,
  )
  const pattern = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
    const { pattern: text } = resolveReference(document, schema) as { pattern?: string }
    return text?.slice(1, -1) ?? '[^/]+'
  })
  return new RegExp(`^${pattern}$`)
}

test('the patterns of parameters tell paths apart', () => {
  const paths = Object.keys(document.paths)
  expect(toPattern('/api/users/{id}/invite').test('/api/users/imports/invite')).toBe(false)
  for (const path of paths)
    for (const other of paths.filter((one) => one !== path)) {
      // A UUID for the parameters of the other path.
      const example = other.replaceAll(/\{\w+\}/g, '0197a0c4-9f0e-7000-8000-000000000001')
      expect([path, other, toPattern(path).test(example)]).toEqual([path, other, false])
    }
})

test('the shape of every body has a name', () => {
  const listSchemas = (content: Record<string, { schema: Json }> = {}) =>
    Object.values(content).map(({ schema }) => (schema['items'] as Json | undefined) ?? schema)
  for (const { requestBody, responses } of operations) {
    const schemas = [
      ...listSchemas(requestBody?.content),
      ...Object.values(responses).flatMap(({ content }) => listSchemas(content)),
    ]
    for (const schema of schemas) expect(schema).not.toHaveProperty('properties')
  }
})

test('no two schemas of the document are equal', () => {
  const seen = new Map<string, string>()
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const text = JSON.stringify(schema)
    expect([name, seen.get(text)]).toEqual([name, undefined])
    seen.set(text, name)
  }
})

test('a list of objects names the shape of its items', () => {
  const listInlineItems = (part: unknown): string[] => {
    if (typeof part !== 'object' || part === null) return []
    const { items } = part as { items?: Json }
    return [
      ...(items?.['properties'] ? [JSON.stringify(items)] : []),
      ...Object.values(part).flatMap(listInlineItems),
    ]
  }
  expect(listInlineItems(document)).toEqual([])
})

test('every operation states its security', () => {
  for (const operation of operations) expect(operation.security).toBeInstanceOf(Array)
})

// 300 kB for the 238 calls that the contract had when the bound was set.
test('the document has at most 1.26 kB for each call', () => {
  expect(JSON.stringify(document).length / operations.length).toBeLessThan(1_260)
})

test('the document describes every webhook', () => {
  expect(Object.keys(document.webhooks).sort()).toEqual([...webhookEvents, webhookPing].sort())
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    const body = post.requestBody?.content['application/json']?.schema ?? {}
    expect(resolveReference(document, body)).toMatchObject({
      properties: { type: { const: name } },
    })
  }
})
