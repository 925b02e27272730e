import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { describeStripeApi, type Operation, type Schema } from './api-description.ts'

let cachedSchema: ReturnType<typeof compileSchema> | undefined
/** Derived once per process and compiled on demand. */
export const getStripeSchema = () => (cachedSchema ??= compileSchema())

// Each validator runs a few times, so the time to optimize its code is never regained.
const options = {
  strict: false,
  allErrors: false,
  validateSchema: false,
  code: { optimize: false },
}

function compileSchema() {
  const { operations, schemas } = describeStripeApi()
  // Requests are form-encoded: every value is text.
  const [formValidator, answerValidator] = [
    new Ajv({ ...options, coerceTypes: true }),
    new Ajv(options),
  ]
  for (const ajv of [formValidator, answerValidator]) ajv.addSchema({ $id: 'stripe', schemas })
  const unwrap = (schema: Schema): Schema =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/schemas/', '"stripe#/schemas/')) as Schema
  const compiled = new Map<Schema, ValidateFunction>()
  function check(ajv: Ajv, schema: Schema, data: unknown): string[] {
    const validate = compiled.get(schema) ?? ajv.compile(unwrap(schema))
    compiled.set(schema, validate)
    return validate(data)
      ? []
      : (validate.errors ?? []).map(
          (error: ErrorObject) =>
            `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
        )
  }
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
  /** Returns the minimal value of a schema: null where allowed, and empty lists. */
  function blankOf(given: Schema): unknown {
    const schema = resolve(given)
    if ('const' in schema) return schema.const
    if (schema.enum) return schema.enum.includes(null) ? null : schema.enum[0]
    if (schema.anyOf) {
      const nullable = schema.anyOf
        .map(resolve)
        .some((one) => one.type === 'null' || one.enum?.includes(null))
      return nullable ? null : blankOf(schema.anyOf[0] ?? {})
    }
    if (schema.type === 'object')
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, blankOf(schema.properties?.[name] ?? {})]),
      )
    return (
      { array: [], boolean: false, integer: 0, number: 0, string: '', null: null }[
        schema.type ?? 'null'
      ] ?? null
    )
  }
  const patterns = operations
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replaceAll('{id}', '([^/]+)')}$`),
      fixed: !operation.path.includes('{id}'),
    }))
    .sort((a, b) => Number(b.fixed) - Number(a.fixed))
  return {
    find(method: string, path: string): { operation: Operation; id: string } | null {
      for (const { operation, pattern } of patterns) {
        const match = operation.method === method ? pattern.exec(path) : null
        if (match) return { operation, id: decodeURIComponent(match[1] ?? '') }
      }
      return null
    },
    /**
     * Parses a form: converts texts to numbers and booleans where the operation takes them. Returns
     * the errors.
     */
    form: (operation: Operation, data: unknown) => check(formValidator, operation.query, data),
    answer: (operation: Operation, data: unknown) => check(answerValidator, operation.answer, data),
    /**
     * Returns a minimal object of a declared type, such as `Invoices.Invoice`. `part`: only this
     * property.
     */
    minimalObject<T>(name: string, fields: Partial<T>, part?: string): T {
      const schema = schemas[`resources.${name}`]
      if (!schema) throw new Error(`stripe declares no ${name} any more`)
      return {
        ...(blankOf(part ? (resolve(schema).properties?.[part] ?? {}) : schema) as T),
        ...fields,
      }
    },
  }
}
