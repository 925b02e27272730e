import { z } from 'zod'

/** A column of a noun with its type in the database. */
export type ArchiveColumn = { name: string; type: string; nullable: boolean }

const timestamp = z.union([z.iso.datetime({ offset: true }), z.literal(['infinity', '-infinity'])])
/** The form of each type of column in a line. Dates and times are ISO 8601, times in UTC. */
const typeSchemas: Readonly<Record<string, z.ZodType>> = {
  uuid: z.guid(),
  text: z.string(),
  boolean: z.boolean(),
  smallint: z.int(),
  integer: z.int(),
  bigint: z.int(),
  numeric: z.number(),
  'double precision': z.number(),
  date: z.iso.date(),
  'timestamp with time zone': timestamp,
  jsonb: z.unknown(),
  'uuid[]': z.array(z.guid()),
  'text[]': z.array(z.string()),
  'smallint[]': z.array(z.int()),
}

function toValueSchema({ name, type, nullable }: ArchiveColumn): z.ZodType {
  const schema = typeSchemas[type.replace(/^numeric\(.*\)$/, 'numeric')]
  if (!schema) throw new Error(`an archive has no form for the type ${type} of ${name}`)
  return nullable ? schema.nullable() : schema
}

/** Returns the shape of a line: all columns and no other field. */
export const toRowSchema = (columns: readonly ArchiveColumn[]) =>
  z.strictObject(Object.fromEntries(columns.map((column) => [column.name, toValueSchema(column)])))

/** Returns the JSON Schema of a noun as text, the content of its file `<noun>.schema.json`. */
export function printNounSchema(noun: {
  name: string
  description: string
  columns: readonly ArchiveColumn[]
  key: readonly string[]
}): string {
  const { $schema, ...shape } = z.toJSONSchema(toRowSchema(noun.columns), {
    // The format says the same as these long patterns.
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern
    },
  })
  const schema = {
    $schema,
    title: noun.name,
    description: `${noun.description} Lines are in the order of ${noun.key.join(', ') || 'the only row'}.`,
    ...shape,
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

const archiveFile = z.strictObject({
  file: z.string().regex(/^[a-z_]+(\.schema)?\.jsonl?$/),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ArchiveFile = z.output<typeof archiveFile>

const ledgerSums = z.strictObject({
  /** Points by kind of account. */
  accounts: z.record(z.string(), z.int()),
  /** Number of movements by type, and the points that they moved. */
  movements: z.record(z.string(), z.strictObject({ count: z.int(), points: z.int() })),
})
export type LedgerSums = z.output<typeof ledgerSums>

export const archiveManifest = z.strictObject({
  format: z.literal(1),
  /** The version of the product, and its newest migration. */
  version: z.string(),
  schema: z.string(),
  created_at: z.iso.datetime(),
  workspace: z.strictObject({ id: z.guid(), name: z.string() }),
  /** Each noun in the order of an import, with its lines and its schema. */
  nouns: z.array(z.strictObject({ name: z.string(), lines: archiveFile, schema: archiveFile })),
  /** The list of pictures, in the order of their ids. `missing` of them were not in the store. */
  pictures: archiveFile.extend({ missing: z.int().min(0) }),
  ledger: ledgerSums,
  /** Gift cards that were being ordered. An archive with one cannot be imported. */
  open_gift_cards: z.int().min(0),
})
export type ArchiveManifest = z.output<typeof archiveManifest>

/** A line of pictures.jsonl. A picture that was not in the store has no hash. */
export const archivePicture = z.strictObject({
  id: z.guid(),
  bytes: z.int().min(0),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
})
export type ArchivePicture = z.output<typeof archivePicture>

export const picturesFile = 'pictures.jsonl'
export const picturesFolder = 'pictures'
export const manifestFile = 'manifest.json'
export const signatureFile = 'manifest.jws'
