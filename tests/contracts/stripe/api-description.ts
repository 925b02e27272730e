import { readFileSync } from 'node:fs'
import {
  type TypeDeclaration,
  createDeclarationReader,
  type DeclarationScope,
  type TypeNode,
} from './type-declarations.ts'

/** The subset of JSON Schema used here. */
export type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  $ref?: string
}
export type Operation = {
  name: string
  method: string
  path: string
  query: Schema
  answer: Schema
}
export type ApiDescription = { operations: Operation[]; schemas: Record<string, Schema> }

/** The calls we make: a resource of the package and its method. */
const methodsByResource: Record<string, string[]> = {
  Customers: ['create', 'retrieve', 'update', 'del', 'createBalanceTransaction'],
  Products: ['create', 'retrieve'],
  Prices: ['create', 'update', 'list'],
  Coupons: ['create', 'retrieve'],
  PromotionCodes: ['list'],
  Subscriptions: ['create', 'update', 'cancel', 'list'],
  Invoices: ['list', 'pay', 'voidInvoice', 'createPreview', 'listLineItems'],
  Charges: ['list'],
  Refunds: ['create'],
  PaymentIntents: ['create', 'list', 'search'],
  PaymentMethods: ['retrieve', 'attach', 'detach'],
  'Checkout/Sessions': ['create', 'retrieve'],
}
/** Types with a complete schema; every other type, which we never read, is any object. */
const fullyDescribedTypes = new Set([
  'Customer',
  'DeletedCustomer',
  'CustomerBalanceTransaction',
  'Product',
  'Price',
  'Plan',
  'Coupon',
  'PromotionCode',
  'Discount',
  'DeletedDiscount',
  'Subscription',
  'SubscriptionItem',
  'Invoice',
  'InvoiceLineItem',
  'InvoicePayment',
  'Charge',
  'Refund',
  'PaymentIntent',
  'PaymentMethod',
  'SetupIntent',
  'Session',
  'Address',
  'Metadata',
])
const stripePackageUrl = new URL('../../../node_modules/stripe/esm/', import.meta.url)
/** Amounts and times are integers; fields with fractions match this pattern. */
const fractionFieldPattern = /percent|decimal|rate/
/**
 * Returns the schema of a list page. (Its own declaration is part of the SDK's machinery, which is
 * more than plain data.)
 */
function listSchema(item: Schema, search: boolean): Schema {
  const properties = {
    object: { const: search ? 'search_result' : 'list' },
    data: { type: 'array', items: item },
    has_more: { type: 'boolean' },
    url: { type: 'string' },
  }
  return {
    type: 'object',
    properties: search
      ? { ...properties, next_page: { anyOf: [{ type: 'string' }, { type: 'null' }] } }
      : properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

type Names = Map<string, Schema>

/**
 * Derives the schemas of requests and responses from the type declarations of the installed
 * package.
 */
class SchemaDeriver {
  readonly schemas: Record<string, Schema> = {}
  private readonly read = createDeclarationReader()

  /** `inside`: the enclosing interface, whose own small interfaces are always complete. */
  private refer(path: string[], args: TypeNode[], from: DeclarationScope, given: Names): Schema {
    const [name = ''] = path
    const parameter = path.length === 1 ? given.get(name) : undefined
    if (parameter) return parameter
    const [first] = args
    if (name === 'Array' && first) return { type: 'array', items: this.schema(first, from, given) }
    if (name === 'Response' && first) return this.schema(first, from, given)
    if (name === 'Promise' && first) return this.schema(first, from, given)
    if (/^Api(List|SearchResult)(Promise)?$/.test(name) && first)
      return listSchema(this.schema(first, from, given), name.startsWith('ApiSearch'))
    if (name === 'Decimal') return { type: 'string' }
    const found = this.read.find(path, from)
    // Declared in another folder: a resource that we never read.
    if (!found) return { type: 'object' }
    const top = found.scope.parent === null || path.at(-1) === 'Session'
    const whole =
      !top ||
      fullyDescribedTypes.has(path.at(-1) ?? '') ||
      /Params?$|^Emptyable$/.test(path.at(-1) ?? '')
    if (!whole && found.type.kind === 'object') return { type: 'object' }
    return found.parameters.length
      ? this.interface(
          found,
          args.map((one) => this.schema(one, from, given)),
        )
      : this.named(path, found)
  }
  private named(path: string[], found: TypeDeclaration): Schema {
    const folder = found.scope.file.pathname.split('/esm/')[1]?.replace('.d.ts', '') ?? ''
    const owners: string[] = []
    for (let scope: DeclarationScope | null = found.scope; scope?.parent; scope = scope.parent)
      owners.unshift([...scope.parent.inner].find(([, inner]) => inner === scope)?.[0] ?? '')
    const name = [folder.replaceAll('/', '.'), ...owners, path.at(-1)].join('.')
    if (!this.schemas[name]) {
      this.schemas[name] = {}
      this.schemas[name] = this.interface(found, [])
    }
    return { $ref: `#/schemas/${name}` }
  }
  private interface({ parameters, bases, type, scope }: TypeDeclaration, args: Schema[]): Schema {
    const given: Names = new Map(parameters.map((name, at) => [name, args[at] ?? {}]))
    const schema = this.schema(type, scope, given)
    for (const base of bases) {
      const found = base.kind === 'ref' ? this.read.find(base.path, scope) : null
      const ownSchema = found ? this.interface(found, []) : {}
      schema.properties = { ...ownSchema.properties, ...schema.properties }
      schema.required = [...(ownSchema.required ?? []), ...(schema.required ?? [])]
    }
    return schema
  }
  private schema(
    type: TypeNode,
    from: DeclarationScope,
    given: Names = new Map(),
    name = '',
  ): Schema {
    switch (type.kind) {
      case 'literal':
        return type.value === null ? { type: 'null' } : { const: type.value }
      case 'plain':
        if (type.name === 'number')
          return { type: fractionFieldPattern.test(name) ? 'number' : 'integer' }
        return type.name === 'unknown' || type.name === 'void' ? {} : { type: type.name }
      case 'array':
        return { type: 'array', items: this.schema(type.of, from, given, name) }
      case 'ref':
        return this.refer(type.path, type.of, from, given)
      case 'union': {
        // `| OtherString` allows values of later versions; only the values of this version are
        // valid here.
        const closed = type.of.filter(
          (one) => !(one.kind === 'ref' && one.path[0] === 'OtherString'),
        )
        const args = closed.map((one) => this.schema(one, from, given, name))
        const [words, others] = [
          args.filter((one) => 'const' in one),
          args.filter((one) => !('const' in one)),
        ]
        const all = [
          ...(words.length ? [{ enum: words.map((one) => one.const) }] : []),
          ...others.filter((one) => one.type !== 'null'),
          ...others.filter((one) => one.type === 'null'),
        ]
        const [only] = all
        return all.length === 1 && only ? only : { anyOf: all }
      }
      case 'object': {
        const members = type.members.filter(
          (one) => !(one.type.kind === 'plain' && one.type.name === 'void'),
        )
        return {
          type: 'object',
          properties: Object.fromEntries(
            members.map((one) => [one.name, this.schema(one.type, from, given, one.name)]),
          ),
          required: members.filter((one) => !one.optional).map((one) => one.name),
          additionalProperties: type.rest ? this.schema(type.rest, from, given) : false,
        }
      }
    }
  }
  operation(resource: string, method: string): Operation {
    const file = new URL(`resources/${resource}.d.ts`, stripePackageUrl)
    const found = this.read.read(file)?.methods.find((one) => one.name === method)
    const source = readFileSync(new URL(`resources/${resource}.js`, stripePackageUrl), 'utf8')
    const asks = new RegExp(
      String.raw`\n    ${method}\([^)]*\) \{\s*return this\._makeRequest\('(\w+)', ['${'`'}]([^,]*)['${'`'}],`,
    ).exec(source)
    if (!found || !asks) throw new Error(`stripe has no ${resource}.${method} any more`)
    const path = (asks[2] ?? '').replaceAll(/\$\{[^}]*\}/g, '{id}')
    return {
      name: `${resource}.${method}`,
      method: asks[1] ?? '',
      path,
      query: found.params
        ? this.schema(found.params, found.scope)
        : { type: 'object', additionalProperties: false },
      answer: this.schema(found.result, found.scope),
    }
  }
}

/**
 * Returns the requests and responses of the calls we make, for the installed version of the
 * package.
 */
export function describeStripeApi(): ApiDescription {
  const deriver = new SchemaDeriver()
  const operations = Object.entries(methodsByResource).flatMap(([resource, methods]) =>
    methods.map((method) => deriver.operation(resource, method)),
  )
  return { operations, schemas: deriver.schemas }
}
