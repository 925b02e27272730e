import { randomInt } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { errors, type ErrorCode, isErrorCode } from '#contract/errors.ts'
import type { RouteName } from '#contract/routes.ts'
import { formOf, pathOf, testApp } from './app.ts'
import {
  examples,
  type Field,
  fieldsOf,
  fingerprint,
  makeSide,
  mountedCalls,
  paramsOf,
  routeOf,
  type Side,
  withAt,
} from './examples.ts'

/**
 * A fuzzer over the contract (promise 13): every call, every field its schemas know, in path,
 * query, body, header and form, with every hostile value. Never a fault; an error in its form and
 * with its status, or an output in its shape (the app under test holds each against its schema);
 * and nothing is changed by what is refused. In another order each time: the seed is printed with
 * what fails. FUZZ_SECONDS=600 goes round again and again.
 */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 8)
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
/** Chance that can be repeated (mulberry32). */
let state = seed
function chance(): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
function shuffled<T>(list: T[]): T[] {
  return list
    .map((one) => ({ one, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

const t = testApp()
let here: Side
let mounted: RouteName[]
beforeAll(async () => {
  mounted = await mountedCalls(t)
  here = await makeSide(t)
})

const deep = (levels: number): unknown => {
  let value: unknown = 'x'
  for (let n = 0; n < levels; n += 1) value = n % 2 ? [value] : { a: value }
  return value
}
const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, n]))
/**
 * As JSON text, so that what no object literal holds can be sent too: an own `__proto__`, numbers
 * beyond every range.
 */
const hostile: string[] = [
  ...[
    null,
    true,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    'x'.repeat(5_000),
    '💥'.repeat(500),
    -1,
    1.5,
    0,
    [],
    {},
    [[]],
    [null],
    ['x'],
    { $ne: 1 },
    wide,
    deep(2_000),
    "'; drop table posts--",
    "' or '1'='1",
    '"',
    '\\',
    '%',
    '${7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '9'.repeat(400),
    '1e309',
    'NaN',
    'null',
    '-0',
    'https://evil.example/',
    '__proto__',
    'constructor',
    '2026-02-30',
    '0000-00-00',
    '275760-09-14',
    '00000000-0000-0000-0000-000000000000',
    'e\u0301'.repeat(200),
  ].map((value) => JSON.stringify(value)),
  '1e21',
  '1e309',
  '-1e309',
  '9007199254740993',
  '1e-400',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toString":1}',
]
/** Bytes of a URL that are no text, or more than one value of a name. */
const raw = [
  '%00',
  '%ed%a0%80',
  '%ff%fe',
  '%',
  '%zz',
  '+',
  '..%2f..%2fetc',
  '%0d%0aset-cookie:x=1',
  'a'.repeat(3_000),
  Buffer.from('["x","y","\\u0000"]').toString('base64url'),
  Buffer.from('[1e999,null,{}]').toString('base64url'),
  'W10',
  '-1',
  '1e9',
  '0x10',
  '２',
]

/** Made when it is sent: there are tens of thousands. */
type Shot = { name: RouteName; what: string; request: () => InjectOptions }
const token = () => here.team.admin.token
const headers = () => ({ authorization: `Bearer ${token()}`, 'content-type': 'application/json' })
const urlOf = (name: RouteName, query = '') =>
  pathOf(name, paramsOf(name, here).params) + (query ? `?${query}` : '')
const bodyOf = (name: RouteName): unknown => examples[name]?.(here.things)
/** A request as its call would take it, with something else about it. */
const shot = (name: RouteName, what: string, change: () => InjectOptions): Shot => ({
  name,
  what,
  request() {
    const payload = bodyOf(name)
    return {
      method: routeOf(name).method,
      url: urlOf(name),
      headers: headers(),
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      ...change(),
    }
  },
})
const where = ({ path }: Field) => path.join('.')

const marker = '\u{10ffff}hostile'
/** The example's JSON with a hostile text where the field stands. */
const bodyWith = (name: RouteName, field: Field, value: string) =>
  JSON.stringify(withAt(bodyOf(name) ?? {}, field.path, marker)).replace(
    JSON.stringify(marker),
    () => value,
  )

/** Everything that can be tried once. */
function* shots(): Generator<Shot> {
  for (const name of mounted) {
    const { params, query, body, path } = routeOf(name)
    if (body) {
      for (const value of hostile) {
        yield shot(name, `body = ${value.slice(0, 40)}`, () => ({ payload: value }))
        for (const field of fieldsOf(body))
          yield shot(name, `body ${where(field)} = ${value.slice(0, 40)}`, () => ({
            payload: bodyWith(name, field, value),
          }))
      }
      for (const type of [
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        '',
      ])
        yield shot(name, `content-type ${type}`, () => ({
          headers: { ...headers(), 'content-type': type },
        }))
    }
    for (const value of [
      ...raw,
      ...hostile.slice(0, 40).map((text) => encodeURIComponent(text.slice(0, 2_000))),
    ]) {
      for (const field of fieldsOf(query)) {
        yield shot(name, `query ${where(field)} = ${value.slice(0, 40)}`, () => ({
          url: urlOf(name, `${where(field)}=${value}`),
        }))
        yield shot(name, `query ${where(field)} twice`, () => ({
          url: urlOf(name, `${where(field)}=${value}&${where(field)}[]=1&__proto__=1`),
        }))
      }
      for (const [key] of Object.entries(params ? (paramsOf(name, here).params ?? {}) : {}))
        yield shot(name, `path ${key} = ${value.slice(0, 40)}`, () => ({
          url: urlOf(name).replace(
            encodeURIComponent(paramsOf(name, here).params?.[key] ?? ''),
            value,
          ),
        }))
    }
    for (const [header, values] of Object.entries({
      'idempotency-key': ['x'.repeat(5_000), '\u00ff', ' '],
      'accept-language': ['*', 'x'.repeat(3_000), 'en;q=-1,,;'],
      authorization: [
        'Bearer',
        'Bearer  ',
        `Basic ${token()}`,
        'Bearer \u00ff'.repeat(9),
        `Bearer ${'A'.repeat(5_000)}`,
      ],
    })) {
      for (const value of values)
        yield shot(name, `${header} = ${value.slice(0, 20)} ${path}`, () => ({
          headers: { ...headers(), [header]: value },
        }))
    }
  }
}

/** Refusals that any call may answer with, beyond its own. */
const general = new Set<ErrorCode>([
  'malformed',
  'unauthorized',
  'billing_inactive',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media',
  'too_many',
  'required',
  'wrong_format',
  'out_of_range',
  'idempotency_mismatch',
  'idempotency_in_flight',
])

/**
 * Whether the call's own schema refuses the body: then its codes are the contract's by being there.
 */
function brokenBody(name: RouteName, payload: unknown): boolean {
  const { body } = routeOf(name)
  try {
    return (
      body !== undefined &&
      typeof payload === 'string' &&
      !body.safeParse(JSON.parse(payload)).success
    )
  } catch {
    return true
  }
}

/** Sends it; throws when the answer does not fit the contract. Answers whether it was refused. */
async function fire({ name, what, request: make }: Shot): Promise<boolean> {
  const route = routeOf(name)
  const request = make()
  const answer = await t.app.inject({ ...request, payloadAsStream: route.format === 'events' })
  const status = answer.statusCode
  if (route.format === 'events' && status < 400) answer.stream().destroy()
  const say = `seed ${seed}: ${name}, ${what}`
  expect(
    status,
    `${say}: ${route.format === 'events' ? '' : answer.body.slice(0, 300)}`,
  ).toBeLessThan(500)
  if (status < 400 || route.format === 'events') return status >= 400
  const list = (answer.json() as { errors: { code: string; message: string; field?: string }[] })
    .errors
  expect(list.length, say).toBeGreaterThan(0)
  const broken = brokenBody(name, request.payload)
  for (const { code, message } of list) {
    expect(
      isErrorCode(code) && (broken || general.has(code) || route.errors.includes(code)),
      `${say}: ${code} is not in the contract`,
    ).toBe(true)
    expect(
      message.length > 0 && !/[{}]/.test(message.replace(/\$?\{+7\*7\}+/, '')),
      `${say}: ${message}`,
    ).toBe(true)
  }
  expect(status, say).toBe(errors[list[0]?.code as ErrorCode].status)
  return true
}

test(
  'whatever is sent: no fault, an answer that fits the contract, nothing changed by what is refused',
  { timeout: (seconds + 300) * 1_000 },
  async () => {
    const end = performance.now() + seconds * 1_000
    let fired = 0
    // Bounded by time, but never to less than a few hundred, however slow the machine.
    const over = () => fired >= 300 && performance.now() > end
    do {
      let left = shuffled([...shots()])
      let before = await fingerprint(t, here.team.workspace_id)
      // Requests go a few at a time; whatever was refused together must have left everything as it
      // was.
      let refused: Shot[] = []
      const unchanged = async () =>
        expect(
          await fingerprint(t, here.team.workspace_id),
          `seed ${seed}: one of ${refused.map((one) => `${one.name} (${one.what})`).join(', ')} changed something`,
        ).toBe(before)
      while (left.length && !over()) {
        const together = left.slice(0, 8)
        left = left.slice(8)
        const verdicts = await Promise.all(together.map(fire))
        fired += together.length
        if (verdicts.includes(false)) {
          // What was done may change things, so those refused beside it cannot be told apart from
          // it: a new beginning.
          before = await fingerprint(t, here.team.workspace_id)
          refused = []
        } else refused.push(...together)
        if (refused.length >= 200) {
          await unchanged()
          refused = []
        }
      }
      await unchanged()
    } while (!over())
    await t.checkLedger()
  },
)

test('forms: whatever their fields are called, however many there are, whatever the file is', async () => {
  const strange = (fill: (form: FormData) => void) => {
    const form = formOf({})
    fill(form)
    return form
  }
  const forms = [
    strange((form) => {
      form.set('__proto__', 'x')
      form.set('constructor', 'y')
    }),
    strange((form) => {
      for (let n = 0; n < 60; n += 1) form.set(`field${n}`, 'x')
    }),
    strange((form) => form.set('x'.repeat(5_000), 'y')),
    strange((form) => form.set('title', 'x'.repeat(50_000))),
    strange((form) => {
      for (let n = 0; n < 3; n += 1) form.append('file', new Blob(['x']), `${n}.png`)
    }),
    formOf({}, Buffer.from('x'), '../../\u0000evil\ud800.svg'),
    formOf({}, Buffer.alloc(0)),
  ]
  for (const name of mounted.filter((one) => routeOf(one).multipart)) {
    for (const body of forms) {
      const { status, codes } = await t.call(name, {
        token: token(),
        ...paramsOf(name, here),
        body,
      })
      expect([name, status < 500, codes.every(isErrorCode)]).toEqual([name, true, true])
    }
    for (const payload of [
      '',
      '--x',
      '--x\r\n\r\n',
      '--x\r\ncontent-disposition: form-data\r\n\r\ny\r\n--x--',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    ]) {
      const answer = await t.app.inject({
        method: routeOf(name).method,
        url: urlOf(name),
        headers: { ...headers(), 'content-type': 'multipart/form-data; boundary=x' },
        payload,
      })
      expect([name, payload, answer.statusCode < 500]).toEqual([name, payload, true])
    }
  }
})
