import { beforeAll, expect, test } from 'vitest'
import { routeNames } from '#contract/routes/index.ts'
import {
  makeTenantFixture,
  pathParamsOf,
  routeOf,
  type TenantFixture,
} from '#tests/support/example-requests.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Calls of the contract that accept an empty body change nothing with it, and fail without a fault. */
const t = setupTestApp()
let fixture: TenantFixture
beforeAll(async () => {
  fixture = await makeTenantFixture(t)
})

const partialCalls = routeNames.filter((name) => {
  const { method, body } = routeOf(name)
  return method === 'PUT' && body?.safeParse({}).success
})

test.each(partialCalls)('%s takes an empty body', async (name) => {
  const { status } = await t.call(name, {
    token: fixture.team.admin.token,
    ...pathParamsOf(name, fixture),
    body: {},
  } as never)
  expect(status).toBeLessThan(500)
})
