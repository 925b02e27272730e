import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as streamText } from 'node:stream/consumers'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { DestinationStream } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { buildRequest } from '#client/build-request.ts'
import type { Route } from '#contract/routes/route.ts'
import { type OutputOf, type RouteName, routes } from '#contract/routes/index.ts'
import type { Mail, Mailer } from '#server/adapters/mail/mailer.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { closeServices, createServices } from '#server/services.ts'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { movableClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/background/jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { Services } from '#server/platform/services.ts'
import { createProviderGuard } from './provider-guard.ts'
import { takeDatabase } from './reused-databases.ts'

/** The input of a call. `token` null sends none; a FormData body is sent as multipart. */
export type CallInput = {
  token?: string | null
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  key?: string
  headers?: Record<string, string>
}
export type CallResult<N extends RouteName> = {
  status: number
  body: OutputOf<N>
  /** Error codes, empty on success. */
  codes: string[]
  errors: {
    code: string
    message: string
    field?: string
    params?: Record<string, string | number>
  }[]
  headers: Record<string, string | string[] | number | undefined>
}

export type TestApp = {
  app: FastifyInstance
  services: Services
  clock: ReturnType<typeof movableClock>
  ownerUrl: string
  mails: Mail[]
  /** Sending mail fails while the value is true. */
  failMail: { value: boolean }
  call<N extends RouteName>(name: N, input?: CallInput): Promise<CallResult<N>>
  /** Throws unless the ledger is consistent. */
  checkLedger(): Promise<void>
  close(): Promise<void>
}

/** Returns the text of a response. An event stream never ends, so only its start is checked. */
async function readText(
  response: LightMyRequestResponse,
  type: string,
  isStreamed: boolean,
): Promise<string | undefined> {
  if (type.includes('event-stream')) return void response.stream().destroy()
  return isStreamed ? streamText(response.stream()) : response.body
}

/** Returns a function that sends a call of the contract to the app and parses the response. */
function createCaller(app: FastifyInstance): TestApp['call'] {
  return async <N extends RouteName>(name: N, input: CallInput = {}) => {
    const route: Route = routes[name]
    const form = input.body instanceof FormData ? new Response(input.body) : undefined
    const { body: payload, ...request } = buildRequest(route, {
      ...input,
      body: form ? undefined : input.body,
    })
    const response = await app.inject({
      ...request,
      headers: {
        ...request.headers,
        ...(form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}),
        ...input.headers,
      },
      ...(form ? { payload: Buffer.from(await form.arrayBuffer()) } : {}),
      ...(payload === undefined ? {} : { payload: payload as string }),
      payloadAsStream: route.format === 'events',
    })
    const type = (response.headers['content-type'] ?? '').toString()
    const text = await readText(response, type, route.format === 'events')
    const json = /\bjson\b/.test(type) && text
    const body: unknown = json ? JSON.parse(text) : text
    const errors =
      response.statusCode >= 400 && json ? (body as { errors: CallResult<N>['errors'] }).errors : []
    return {
      status: response.statusCode,
      body: body as OutputOf<N>,
      errors,
      codes: errors.map((one) => one.code),
      headers: response.headers,
    }
  }
}

/** Returns a mailer that collects mails in an array, or fails while `failMail` is set. */
const createTestMailer = (mails: Mail[], failMail: TestApp['failMail']): Mailer => ({
  kind: 'smtp',
  send: (mail) =>
    failMail.value
      ? Promise.reject(new Error('mail is down'))
      : Promise.resolve(void mails.push(mail)),
  close: () => Promise.resolve(),
})
const createIdleJobs = (): Jobs => ({
  send: () => Promise.resolve(),
  work: () => Promise.resolve(),
  workDeadLetters: () => Promise.resolve(),
  stop: () => Promise.resolve(),
})

export type TestAppOptions = {
  at?: Date
  jobs?: boolean
  env?: Record<string, string>
  log?: DestinationStream
  wrap?: (db: Database) => Database
}
/** Starts the app on a database without rows, with a movable clock and mails collected in an array. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await takeDatabase()
  const { ownerUrl, pool } = database
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-test-'))
  const clock = movableClock(options.at ?? new Date('2026-06-15T12:00:00Z'))
  const mails: Mail[] = []
  const failMail = { value: false }
  const mailer = createTestMailer(mails, failMail)
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET: 'a-secret-for-tests-only-0123456789',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    OUTSIDE_LOOPBACK: 'on',
    ...options.env,
  })
  const log = createLog(config.logLevel, options.log)
  const guard = createProviderGuard()
  const services = await createServices(
    { ...config, ownerUrl },
    {
      db: { ...guard.watchTransactions(options.wrap?.(pool) ?? pool), close: async () => {} },
      log,
      clock,
      mailer,
      // Without workers, jobs are dropped. Tests that need them set `jobs`.
      ...(options.jobs ? {} : { jobs: createIdleJobs() }),
    },
  )
  Object.assign(services, guard.watchProviders(services))
  const app = await buildApp(services, { check_outputs: true, web: join(dataDir, 'no-web') })
  await app.ready()

  return {
    app,
    services,
    clock,
    ownerUrl,
    mails,
    failMail,
    call: createCaller(app),
    async checkLedger() {
      const found = await reconcileLedger(ownerUrl)
      if (found.length) throw new Error(`ledger: ${JSON.stringify(found.slice(0, 5))}`)
    },
    async close() {
      await app.close()
      await closeServices(services)
      await database.release()
      await rm(dataDir, { recursive: true, force: true })
      guard.assertNoViolations()
    },
  }
}

/** Returns a multipart form with text fields and a file. */
export function buildFormData(
  fields: Record<string, string>,
  file?: Buffer,
  fileName = 'picture.png',
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', new Blob([new Uint8Array(file)]), fileName)
  return form
}

/**
 * Starts the app before the tests of a file and closes it after them. The object is empty until
 * then.
 */
export function setupTestApp(options: () => TestAppOptions = () => ({})): TestApp {
  const t = {} as TestApp
  beforeAll(async () => {
    Object.assign(t, await startTestApp(options()))
  })
  afterAll(() => t.close?.())
  return t
}
