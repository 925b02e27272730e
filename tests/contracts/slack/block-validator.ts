import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject } from 'ajv'
import { checkMessageLimits, checkViewLimits } from './block-limits.ts'

const readJson = (name: string) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Record<string, unknown>
const schema = readJson('blocks.json') as {
  definitions: Record<string, { properties?: { type?: { const?: string } } }>
}
const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addSchema(schema, 'slack')

const describeErrors = (errors: ErrorObject[] | null | undefined, label: string) =>
  (errors ?? []).map(
    (error) =>
      `${label}${error.instancePath}: ${error.message ?? ''} ${JSON.stringify(error.params)}`,
  )
function validate(definition: string, value: unknown, label: string): string[] {
  const check = ajv.getSchema(`slack#/definitions/${definition}`)
  if (!check) return [`${label}: there is no definition ${definition}`]
  return check(value) ? [] : describeErrors(check.errors, label)
}

const definitionOf = new Map(
  Object.entries(schema.definitions)
    .filter(([name]) => name.endsWith('Block'))
    .map(([name, { properties }]) => [properties?.type?.const ?? '', name]),
)
/** Validates every block by its own definition, because errors of a union name every variant. */
function validateBlocks(blocks: unknown): string[] {
  if (!Array.isArray(blocks)) return ['blocks: no list']
  return blocks.flatMap((block: unknown, index) => {
    const { type } = (block ?? {}) as { type?: string }
    const definition = definitionOf.get(type ?? '')
    return definition
      ? validate(definition, block, `blocks.${index}`)
      : [`blocks.${index}: unknown type ${String(type)}`]
  })
}

/** Returns the violations of a message's blocks. */
export const checkMessageBlocks = (blocks: unknown): string[] => [
  ...validateBlocks(blocks),
  ...validate('Blocks', blocks, 'blocks'),
  ...checkMessageLimits(blocks),
]

/** Returns the violations of a view, which is a modal or a Home tab. */
export function checkView(view: unknown, type: 'modal' | 'home'): string[] {
  const { blocks } = (view ?? {}) as { blocks?: unknown }
  return [
    ...validate(type === 'modal' ? 'ModalView' : 'HomeView', view, 'view'),
    ...validateBlocks(blocks),
    ...checkViewLimits(view),
  ]
}

const manifestValidator = new Ajv({ strict: false, allErrors: true }).compile(
  readJson('manifest-schema.json'),
)
/** Slack's page of a command allows fewer characters than the schema. */
const commandDescriptionMax = 100
type CommandsOf = { features?: { slash_commands?: { command: string; description: string }[] } }
/** Returns the violations of a manifest against Slack's schema and pages. */
export const checkManifest = (manifest: unknown): string[] => [
  ...(manifestValidator(manifest) ? [] : describeErrors(manifestValidator.errors, 'manifest')),
  ...((manifest as CommandsOf).features?.slash_commands ?? [])
    .filter(({ description }) => description.length > commandDescriptionMax)
    .map(({ command }) => `${command}: description over ${commandDescriptionMax} characters`),
]
