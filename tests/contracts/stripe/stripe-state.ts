import type { Stripe } from 'stripe'
import type { TestCard } from '#contract/test-cards.ts'
import { getStripeSchema } from './schema-validator.ts'

/** An error in Stripe's format. */
export class StripeError extends Error {
  readonly status: number
  readonly body: object
  constructor(
    status: number,
    error: { type: string; code?: string; param?: string; decline_code?: string; message: string },
  ) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}
export const invalidRequest = (message: string, param?: string, code?: string) =>
  new StripeError(400, {
    type: 'invalid_request_error',
    message,
    ...(param ? { param } : {}),
    ...(code ? { code } : {}),
  })
export const resourceMissing = (type: string, id: string) =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${type}: '${id}'`,
  })

type StripeObject = { id: string; object: string }
export type InvoiceLine = Stripe.InvoiceLineItem
/** A scheduled payment attempt: its time and the number of automatic attempts so far. */
export type ScheduledAttempt = { invoice: string; at: number; tries: number }

/**
 * All objects of Stripe, and its clock. Objects reference others by id, as Stripe stores them; a
 * response expands them on request.
 */
export class StripeState {
  now: number
  private count = 0
  readonly objects = new Map<string, StripeObject>()
  /** The kind of card of each payment method. */
  readonly cards = new Map<string, TestCard['kind'] | 'asks'>()
  /** Lines waiting for the next invoice of a subscription. */
  readonly pending = new Map<string, InvoiceLine[]>()
  readonly due: ScheduledAttempt[] = []
  readonly events: { id: string; type: string; created: number; object: object }[] = []
  constructor(now: Date) {
    this.now = Math.floor(now.getTime() / 1_000)
  }

  id(prefix: string): string {
    this.count += 1
    return `${prefix}_${String(this.count).padStart(10, '0')}`
  }
  /** Creates an object; `prefix` begins its id unless the fields contain one. */
  make<T extends StripeObject>(name: string, prefix: string, fields: Partial<T>): T {
    const object = getStripeSchema().minimalObject<T>(name, {
      id: this.id(prefix),
      ...fields,
    } as Partial<T>)
    if ('created' in object && !('created' in fields)) Object.assign(object, { created: this.now })
    this.objects.set(object.id, object)
    return object
  }
  find<T extends StripeObject>(object: T['object'], id: unknown): T | undefined {
    const found = this.objects.get(String(id))
    return found?.object === object ? (found as T) : undefined
  }
  get<T extends StripeObject>(object: T['object'], id: unknown): T {
    const found = this.find<T>(object, id)
    if (!found) throw resourceMissing(object, String(id))
    return found
  }
  all<T extends StripeObject>(object: T['object'], keep: (one: T) => boolean = () => true): T[] {
    return ([...this.objects.values()].filter((one) => one.object === object) as T[]).filter(keep)
  }
  customer(id: unknown): Stripe.Customer {
    const found = this.get<Stripe.Customer>('customer', id)
    if ((found as { deleted?: unknown }).deleted) throw resourceMissing('customer', String(id))
    return found
  }
  emit(type: string, object: object): void {
    this.events.push({
      id: this.id('evt'),
      type,
      created: this.now,
      object: structuredClone(object),
    })
  }

  /** Returns a page of objects, newest first. */
  page(
    all: StripeObject[],
    { limit = 10, starting_after: startingAfter }: { limit?: number; starting_after?: string },
    url: string,
  ) {
    const sorted = all.toSorted(
      (a, b) =>
        ((b as { created?: number }).created ?? 0) - ((a as { created?: number }).created ?? 0) ||
        (a.id < b.id ? 1 : -1),
    )
    if (limit < 1 || limit > 100) throw invalidRequest('limit must be 1 to 100', 'limit')
    const from =
      startingAfter === undefined ? 0 : sorted.findIndex((one) => one.id === startingAfter) + 1
    if (startingAfter !== undefined && from === 0)
      throw invalidRequest(
        `No such object: '${startingAfter}'`,
        'starting_after',
        'resource_missing',
      )
    return {
      object: 'list' as const,
      data: sorted.slice(from, from + limit),
      has_more: sorted.length > from + limit,
      url,
    }
  }

  /**
   * Returns a copy for a response: removes fields shown only on request, and expands the requested
   * ones.
   */
  present(source: object, expand: string[]): object {
    const out = structuredClone(source) as Record<string, unknown>
    const hidden = (path: string) =>
      !expand.some((one) => one === path || one.startsWith(`${path}.`))
    for (const [one, at] of [
      ...('data' in out ? (out['data'] as object[]).map((item) => [item, 'data.'] as const) : []),
      [out, ''] as const,
    ]) {
      if ('tiers' in one && hidden(`${at}tiers`)) delete one.tiers
      if ('payments' in one && hidden(`${at}payments`)) delete one.payments
    }
    for (const path of expand) {
      const names = path.split('.')
      if (names.length > 4)
        throw invalidRequest(`expand goes four levels deep at most: ${path}`, 'expand')
      this.expand(out, names, path)
    }
    return out
  }
  private expand(at: unknown, [name = '', ...rest]: string[], path: string): void {
    if (typeof at !== 'object' || at === null) return
    const parent = at as Record<string, unknown>
    if (!(name in parent))
      throw invalidRequest(`This property cannot be expanded (${path})`, 'expand')
    const expandReference = (value: unknown): unknown => {
      if (typeof value !== 'string') return value
      const found = this.objects.get(value)
      return found ? this.present(found, []) : value
    }
    const value = parent[name]
    parent[name] = Array.isArray(value) ? value.map(expandReference) : expandReference(value)
    if (!rest.length) return
    for (const one of [parent[name]].flat()) this.expand(one, rest, path)
  }
}
