import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { folderOfFile } from '#tests/support/temporary-folders.ts'
import { chooseFreePort } from './free-port.ts'

const choose = (env: Record<string, string>) =>
  chooseFreePort(readConfig({ DATA_DIR: folderOfFile('free-port-'), ...env }))

test('a server with the port 0 has an address with its free port', async () => {
  const { port, publicUrl } = await choose({ PORT: '0' })
  expect(port).toBeGreaterThan(0)
  expect(publicUrl).toBe(`http://localhost:${port}`)
})

test('an address that is set stays, also with the port 0', async () => {
  const PUBLIC_URL = 'https://laurel.example.test'
  expect(await choose({ PORT: '0', PUBLIC_URL })).toMatchObject({ publicUrl: PUBLIC_URL })
  expect(await choose({ PORT: '3100' })).toMatchObject({
    port: 3_100,
    publicUrl: 'http://localhost:3100',
  })
})
