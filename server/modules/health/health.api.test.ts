import { expect, test, vi } from 'vitest'
import { findNewestMigration } from '#server/platform/database/migrate.ts'
import { startTestApp, setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'

const t = setupTestApp()
const ask = async (url: string, app = t.app) => {
  const { statusCode, body, headers } = await app.inject(url)
  return {
    status: statusCode,
    body: JSON.parse(body) as unknown,
    store: headers['cache-control'],
    retry: headers['retry-after'],
  }
}

test('answers 200 without caching on both probes of a healthy process', async () => {
  expect(await ask('/healthz')).toEqual({
    status: 200,
    body: { status: 'ok' },
    store: 'no-store',
    retry: undefined,
  })
  expect(await ask('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready' },
    store: 'no-store',
    retry: undefined,
  })
})

test('answers 503 with a reason for old schema, no database and shutdown', async () => {
  const other = await startTestApp()
  const newest = await findNewestMigration()
  try {
    await withClient(other.ownerUrl, (owner) =>
      owner.query('update kysely_migration set name = $2 where name = $1', [newest, '9999_other']),
    )
    expect(await ask('/readyz', other.app)).toEqual({
      status: 503,
      body: { status: 'unready', reason: 'migrations' },
      store: 'no-store',
      retry: '1',
    })
    await withClient(other.ownerUrl, (owner) =>
      owner.query('update kysely_migration set name = $1 where name = $2', [newest, '9999_other']),
    )
    expect((await ask('/readyz', other.app)).status).toBe(200)

    const away = vi.spyOn(other.services.db, 'isResponsive').mockResolvedValue(false)
    expect(await ask('/readyz', other.app)).toMatchObject({
      status: 503,
      body: { reason: 'database' },
    })
    expect((await ask('/healthz', other.app)).status).toBe(200)
    expect((await other.call('auth.options')).codes).toEqual(['unavailable'])
    away.mockRestore()

    void other.app.startDraining()
    expect(await ask('/readyz', other.app)).toMatchObject({
      status: 503,
      body: { reason: 'stopping' },
    })
    // Late requests are served with `connection: close`.
    const { statusCode, headers } = await other.app.inject('/api/auth/options')
    expect([statusCode, headers.connection]).toEqual([200, 'close'])
  } finally {
    await other.close()
  }
})
