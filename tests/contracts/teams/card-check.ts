// Checks Adaptive Cards with Microsoft's own renderer. Its parser ignores unknown properties, so
// this file compares them with the schema that the renderer declares for each type.
import { createRequire } from 'node:module'
import type * as Cards from 'adaptivecards'

const {
  AdaptiveCard,
  BoolProperty,
  EnumProperty,
  GlobalRegistry,
  NumProperty,
  SerializableObjectCollectionProperty,
  SerializationContext,
  StringArrayProperty,
  StringProperty,
  TextRun,
  Column,
  TableCell,
  TableRow,
  ValidationEvent,
  ValueSetProperty,
  Version,
  Versions,
} = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.js') as typeof Cards

/** The newest version that Teams renders everywhere. */
const versionMax = Versions.v1_5
/** Children that the renderer reads outside of its declared schema. */
const childProperties: Record<string, string[]> = {
  AdaptiveCard: ['body', 'actions', '$schema', 'msteams'],
  Container: ['items'],
  ColumnSet: ['columns', 'actions'],
  Column: ['items'],
  ActionSet: ['actions'],
  RichTextBlock: ['inlines'],
  ImageSet: ['images'],
  Table: ['rows'],
  TableRow: ['cells'],
  TableCell: ['items'],
  'Action.ShowCard': ['card'],
  // The people picker of Teams.
  'Input.ChoiceSet': ['choices.data'],
}
/** Types that only their container creates. */
const nestedTypes: Record<string, new () => Cards.SerializableObject> = {
  AdaptiveCard,
  TextRun,
  Column,
  TableCell,
  TableRow,
}
const childLists = new Set(
  Object.values(childProperties)
    .flat()
    .filter((name) => !['$schema', 'msteams', 'card', 'choices.data'].includes(name)),
)
/** Required properties of types, and of the objects in a list. */
const requiredProperties: Record<string, string[]> = {
  TextBlock: ['text'],
  TextRun: ['text'],
  Image: ['url'],
  ImageSet: ['images'],
  FactSet: ['facts'],
  facts: ['title', 'value'],
  choices: ['title', 'value'],
  RichTextBlock: ['inlines'],
  Container: ['items'],
  ActionSet: ['actions'],
  'Input.Toggle': ['title'],
  'Action.OpenUrl': ['url'],
  'Action.ToggleVisibility': ['targetElements'],
}
/** Properties whose content the card's author chooses, or that Teams defines. */
const opaqueProperties = new Set(['data', 'msteams', 'requires', 'choices.data'])

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function createInstance(type: string): Cards.SerializableObject | undefined {
  const nested = nestedTypes[type]
  if (nested) return new nested()
  return (
    GlobalRegistry.elements.createInstance(type, versionMax) ??
    GlobalRegistry.actions.createInstance(type, versionMax)
  )
}

type Properties = ReadonlyMap<string, Cards.PropertyDefinition | null>
const propertiesOf = (
  schema: Cards.SerializableObjectSchema,
): [string, Cards.PropertyDefinition][] =>
  Array.from({ length: schema.getCount() }, (_, index) => schema.getItemAt(index))
    .filter(({ targetVersion }) => targetVersion.compareTo(versionMax) <= 0)
    .map((property) => [property.name, property])

const knownProperties = new Map<string, Properties | null>()
/** Returns the properties of a type in version 1.5, or null for an unknown type. */
function listProperties(type: string): Properties | null {
  const known = knownProperties.get(type)
  if (known !== undefined) return known
  const schema = createInstance(type)?.getSchema()
  const children = ['type', 'fallback', ...(childProperties[type] ?? [])]
  const listed = schema
    ? new Map<string, Cards.PropertyDefinition | null>([
        ...children.map((name) => [name, null] as const),
        ...propertiesOf(schema),
      ])
    : null
  knownProperties.set(type, listed)
  return listed
}

/** Returns whether a value has the type of its property: the renderer converts or ignores others. */
function hasPropertyType(property: Cards.PropertyDefinition, value: unknown): boolean {
  if (property instanceof BoolProperty) return typeof value === 'boolean'
  if (property instanceof NumProperty) return typeof value === 'number'
  if (property instanceof StringArrayProperty)
    return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (property instanceof SerializableObjectCollectionProperty) return Array.isArray(value)
  if (
    property instanceof StringProperty ||
    property instanceof EnumProperty ||
    property instanceof ValueSetProperty
  )
    return typeof value === 'string'
  return true
}

function checkProperties(object: Json, properties: Properties, label: string): string[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const property = properties.get(key)
    if (property === undefined) return [`${label} has no ${key}`]
    if (childLists.has(key) && !Array.isArray(value)) return [`${label}.${key}: not a list`]
    return property && !hasPropertyType(property, value) ? [`${label}.${key}: wrong type`] : []
  })
}

/** Objects such as facts and choices have no type of their own. */
function checkUntyped(property: Cards.PropertyDefinition, value: unknown, path: string): string[] {
  if (!(property instanceof SerializableObjectCollectionProperty) || !Array.isArray(value))
    return []
  const instance = new property.objectType()
  const properties: Properties = new Map(propertiesOf(instance.getSchema()))
  const required = requiredProperties[property.name] ?? []
  return value.flatMap((item: unknown, index) => {
    const label = `${path}.${property.name}[${index}]`
    if (!isObject(item)) return [`${label}: not an object`]
    if ('type' in item) return []
    return [...checkProperties(item, properties, label), ...findMissing(item, required, label)]
  })
}
const findMissing = (object: Json, required: readonly string[], label: string) =>
  required.filter((key) => object[key] == null).map((key) => `${label}: ${key} is required`)

/** Returns unknown types, properties and values of a part of a card and of its children. */
function checkStructure(value: unknown, path: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => checkStructure(item, `${path}[${index}]`))
  if (!isObject(value)) return []
  const children = Object.entries(value)
    .filter(([key]) => !opaqueProperties.has(key))
    .flatMap(([key, child]) => checkStructure(child, `${path}.${key}`))
  const { type } = value
  if (typeof type !== 'string') return children
  const properties = listProperties(type)
  if (!properties) return [`${path}: unknown type ${type}`]
  const label = `${path} (${type})`
  return [
    ...checkProperties(value, properties, label),
    ...findMissing(value, requiredProperties[type] ?? [], label),
    ...[...properties.values()].flatMap((property) =>
      property ? checkUntyped(property, value[property.name], path) : [],
    ),
    ...children,
  ]
}

/** The renderer places people pickers into version 1.6; Teams offers them in every version. */
const replacePeoplePickers = (card: Json): Json =>
  JSON.parse(
    JSON.stringify(card, (_, value: unknown) => {
      if (!isObject(value) || !('choices.data' in value)) return value
      const { 'choices.data': __, ...rest } = value
      return { ...rest, choices: [{ title: 'Ana', value: 'ana' }] }
    }),
  ) as Json

function parseWithRenderer(card: Json): string[] {
  const context = new SerializationContext(versionMax)
  const parsed = new AdaptiveCard()
  parsed.parse(replacePeoplePickers(card), context)
  const parseEvents = Array.from({ length: context.eventCount }, (_, index) =>
    context.getEventAt(index),
  )
  return [...parseEvents, ...parsed.validateProperties().validationEvents]
    .filter(({ event }) => event !== ValidationEvent.Hint)
    .map(({ event, message }) => `${ValidationEvent[event]}: ${message}`)
}

/** Mentions of the card must appear in its text, or Teams refuses the activity. */
function findLostMentions(card: Json): string[] {
  const entities = isObject(card['msteams']) ? card['msteams']['entities'] : undefined
  const { msteams: _, ...rest } = card
  const text = JSON.stringify(rest)
  return (Array.isArray(entities) ? entities : []).flatMap((entity: Json) => {
    const mention = JSON.stringify(entity['text'] ?? null).slice(1, -1)
    return entity['type'] === 'mention' && text.includes(mention)
      ? []
      : [`mention ${mention} is not in the card`]
  })
}

/** Returns what makes a card unusable in Teams: an empty list for a valid one. */
export function findCardProblems(card: unknown): string[] {
  if (!isObject(card) || card['type'] !== 'AdaptiveCard') return ['not an AdaptiveCard']
  const version = /^(\d+)\.(\d+)$/.exec(String(card['version']))
  if (!version) return ['version: required']
  if (new Version(Number(version[1]), Number(version[2])).compareTo(versionMax) > 0)
    return [`version: ${version[0]} is newer than ${versionMax.toString()}`]
  return [...checkStructure(card, 'card'), ...parseWithRenderer(card), ...findLostMentions(card)]
}
