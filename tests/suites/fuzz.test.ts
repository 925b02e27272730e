import { randomInt } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildRequest } from '#client/build-request.ts'
import { errors, type ErrorCode, isErrorCode } from '#contract/errors.ts'
import type { RouteName } from '#contract/routes/index.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import {
  exampleBodies,
  makeTenantFixture,
  listMountedCalls,
  pathParamsOf,
  routeOf,
  type TenantFixture,
} from '#tests/support/example-requests.ts'
import { hashWorkspaceRows } from '#tests/support/hash-workspace-rows.ts'
import { type Field, listFields, setAtPath } from '#tests/support/input-fields.ts'
import { hostileJsonValues, hostileUrlValues } from '#tests/support/hostile-values.ts'

/**
 * A fuzzer over the contract (promise 13): every call, every field of its schemas in path, query,
 * body, header and form, with every hostile value. The server must not fail: it answers a valid
 * error or a valid output (the app under test validates outputs), and refused requests change
 * nothing. The order is random; failures print the seed. FUZZ_SECONDS=600 repeats for longer.
 */
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 8)
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))
/** Seeded pseudo-random numbers (mulberry32). */
let randomState = seed
function nextRandom(): number {
  randomState = (randomState + 0x6d2b79f5) | 0
  let t = Math.imul(randomState ^ (randomState >>> 15), 1 | randomState)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
function shuffled<T>(list: T[]): T[] {
  return list
    .map((one) => ({ one, at: nextRandom() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

const t = setupTestApp()
let ownFixture: TenantFixture
let mounted: RouteName[]
beforeAll(async () => {
  mounted = await listMountedCalls(t)
  ownFixture = await makeTenantFixture(t)
})

/** Requests are created lazily: there are tens of thousands. */
type FuzzCase = { name: RouteName; label: string; request: () => InjectOptions }
const adminToken = () => ownFixture.team.admin.token
const adminHeaders = () => ({
  authorization: `Bearer ${adminToken()}`,
  'content-type': 'application/json',
})
const urlOf = (name: RouteName, query = '') =>
  buildRequest(routeOf(name), pathParamsOf(name, ownFixture)).url + (query ? `?${query}` : '')
const exampleBodyOf = (name: RouteName): unknown => exampleBodies[name]?.(ownFixture.ids)
/** Returns a valid request with one change. */
const createFuzzCase = (name: RouteName, label: string, change: () => InjectOptions): FuzzCase => ({
  name,
  label,
  request() {
    const payload = exampleBodyOf(name)
    return {
      method: routeOf(name).method,
      url: urlOf(name),
      headers: adminHeaders(),
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      ...change(),
    }
  },
})
const fieldPathText = ({ path }: Field) => path.join('.')

const marker = '\u{10ffff}hostile'
/** Returns the JSON of the example with a hostile text as the value of the field. */
const bodyWithValue = (name: RouteName, field: Field, value: string) =>
  JSON.stringify(setAtPath(exampleBodyOf(name) ?? {}, field.path, marker)).replace(
    JSON.stringify(marker),
    () => value,
  )

/** Generates every case once. */
function* generateFuzzCases(): Generator<FuzzCase> {
  for (const name of mounted) {
    const { params, query, body, path } = routeOf(name)
    if (body) {
      for (const value of hostileJsonValues) {
        yield createFuzzCase(name, `body = ${value.slice(0, 40)}`, () => ({ payload: value }))
        for (const field of listFields(body))
          yield createFuzzCase(
            name,
            `body ${fieldPathText(field)} = ${value.slice(0, 40)}`,
            () => ({
              payload: bodyWithValue(name, field, value),
            }),
          )
      }
      for (const type of [
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        '',
      ])
        yield createFuzzCase(name, `content-type ${type}`, () => ({
          headers: { ...adminHeaders(), 'content-type': type },
        }))
    }
    for (const value of [
      ...hostileUrlValues,
      ...hostileJsonValues.slice(0, 40).map((text) => encodeURIComponent(text.slice(0, 2_000))),
    ]) {
      for (const field of listFields(query)) {
        yield createFuzzCase(name, `query ${fieldPathText(field)} = ${value.slice(0, 40)}`, () => ({
          url: urlOf(name, `${fieldPathText(field)}=${value}`),
        }))
        yield createFuzzCase(name, `query ${fieldPathText(field)} twice`, () => ({
          url: urlOf(
            name,
            `${fieldPathText(field)}=${value}&${fieldPathText(field)}[]=1&__proto__=1`,
          ),
        }))
      }
      for (const [key] of Object.entries(
        params ? (pathParamsOf(name, ownFixture).params ?? {}) : {},
      ))
        yield createFuzzCase(name, `path ${key} = ${value.slice(0, 40)}`, () => ({
          url: urlOf(name).replace(
            encodeURIComponent(pathParamsOf(name, ownFixture).params?.[key] ?? ''),
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
        `Basic ${adminToken()}`,
        'Bearer \u00ff'.repeat(9),
        `Bearer ${'A'.repeat(5_000)}`,
      ],
    })) {
      for (const value of values)
        yield createFuzzCase(name, `${header} = ${value.slice(0, 20)} ${path}`, () => ({
          headers: { ...adminHeaders(), [header]: value },
        }))
    }
  }
}

/** Error codes that any call may answer with, beyond its own. */
const generalErrorCodes = new Set<ErrorCode>([
  'malformed',
  'unauthorized',
  'second_factor_required',
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
 * Returns whether the schema of the call refuses the body: then any code of the contract is valid.
 */
function isInvalidBody(name: RouteName, payload: unknown): boolean {
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

/**
 * Sends a case and throws when the response breaks the contract. Returns whether it was refused.
 */
async function runFuzzCase({ name, label, request: createRequest }: FuzzCase): Promise<boolean> {
  const route = routeOf(name)
  const request = createRequest()
  const response = await t.app.inject({ ...request, payloadAsStream: route.format === 'events' })
  const status = response.statusCode
  if (route.format === 'events' && status < 400) response.stream().destroy()
  const say = `seed ${seed}: ${name}, ${label}`
  expect(
    status,
    `${say}: ${route.format === 'events' ? '' : response.body.slice(0, 300)}`,
  ).toBeLessThan(500)
  if (status < 400 || route.format === 'events') return status >= 400
  const list = (response.json() as { errors: { code: string; message: string; field?: string }[] })
    .errors
  expect(list.length, say).toBeGreaterThan(0)
  const broken = isInvalidBody(name, request.payload)
  for (const { code, message } of list) {
    expect(
      isErrorCode(code) && (broken || generalErrorCodes.has(code) || route.errors.includes(code)),
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
  'random input causes no fault and no change when refused',
  { timeout: (seconds + 300) * 1_000 },
  async () => {
    const end = performance.now() + seconds * 1_000
    let fired = 0
    // Limited by time, but at least 300 cases on a slow machine.
    const isOver = () => fired >= 300 && performance.now() > end
    do {
      let remaining = shuffled([...generateFuzzCases()])
      let before = await hashWorkspaceRows(t, ownFixture.team.workspace_id)
      // Requests run in small batches; a batch of refused requests must leave every row unchanged.
      let refused: FuzzCase[] = []
      const unchanged = async () =>
        expect(
          await hashWorkspaceRows(t, ownFixture.team.workspace_id),
          `seed ${seed}: one of ${refused.map((one) => `${one.name} (${one.label})`).join(', ')} changed something`,
        ).toBe(before)
      while (remaining.length && !isOver()) {
        const together = remaining.slice(0, 8)
        remaining = remaining.slice(8)
        const verdicts = await Promise.all(together.map(runFuzzCase))
        fired += together.length
        if (verdicts.includes(false)) {
          // Successful requests may change rows, so the refused requests beside them cannot be
          // checked: the baseline is taken again.
          before = await hashWorkspaceRows(t, ownFixture.team.workspace_id)
          refused = []
        } else refused.push(...together)
        if (refused.length >= 200) {
          await unchanged()
          refused = []
        }
      }
      await unchanged()
    } while (!isOver())
    await t.checkLedger()
  },
)

test('random multipart forms cause no fault', async () => {
  const strange = (fill: (form: FormData) => void) => {
    const form = buildFormData({})
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
    buildFormData({}, Buffer.from('x'), '../../\u0000evil\ud800.svg'),
    buildFormData({}, Buffer.alloc(0)),
  ]
  for (const name of mounted.filter((one) => routeOf(one).multipart)) {
    for (const body of forms) {
      const { status, codes } = await t.call(name, {
        token: adminToken(),
        ...pathParamsOf(name, ownFixture),
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
      const response = await t.app.inject({
        method: routeOf(name).method,
        url: urlOf(name),
        headers: { ...adminHeaders(), 'content-type': 'multipart/form-data; boundary=x' },
        payload,
      })
      expect([name, payload, response.statusCode < 500]).toEqual([name, payload, true])
    }
  }
})
