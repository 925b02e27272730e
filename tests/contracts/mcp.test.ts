import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { setupMcpServer } from '#tests/support/mcp-server.ts'
import { clientDocument, OauthBrowser, uidOf } from '#tests/support/oauth.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const program = `${root}node_modules/@modelcontextprotocol/conformance/dist/index.js`
const notOffered = `${root}tests/contracts/mcp/not-offered.yml`
const port = await findFreePort()
const document = {
  ...clientDocument,
  client_id: 'https://conformance.example/client.json',
  redirect_uris: [`http://127.0.0.1:${port}/callback`],
}
// The suite sends no tokens to a server.
const server = setupMcpServer({ addsToken: true, documents: [document] })

/** Starts a command of the suite. `ended` is its exit code and its output. */
function startSuite(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  const exitCode = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).once('error', reject)
  })
  const output = text(child.stdout)
  return { child, ended: Promise.all([exitCode, output]) }
}

test.each(['2026-07-28', '2025-11-25'])(
  'the server scenarios of %s pass, except those not offered',
  async (version) => {
    const url = `${server.publicUrl}/mcp`
    const options = ['--suite', 'all', '--spec-version', version, '--expected-failures', notOffered]
    const [exitCode, output] = await startSuite('server', '--url', url, ...options).ended
    expect(output).toContain('✓ tools-list')
    const [, summary] = output.split('=== SUMMARY ===')
    expect(exitCode, summary).toBe(0)
  },
)

test('the authorization server scenarios pass', async () => {
  const { t, publicUrl, ada } = server
  const options = ['--resource', `${publicUrl}/mcp`, '--spec-version', '2026-07-28']
  const client = ['--client-id', document.client_id, '--port', String(port)]
  const { child, ended } = startSuite('authorization', '--url', publicUrl, ...client, ...options)
  const address = new Promise<string>((resolve) => {
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const [found] = /http\S+\/oauth\/authorize\?\S+(?=\s)/.exec(printed) ?? []
      // The suite may print the address before it listens for the answer.
      if (found && printed.includes('Callback server started')) resolve(found)
    })
  })
  const browser = new OauthBrowser(t)
  const asked = await browser.get(await Promise.race([address, ended.then(String)]))
  const { body } = await browser.approve(ada, uidOf(asked), { scopes: ['profile:read'] })
  const { headers } = await browser.get(body.url)
  await fetch(String(headers.location))
  const [exitCode, output] = await ended
  expect(exitCode, output).toBe(0)
  expect(output).toContain('✓ authorization-code-grant: 1 passed')
})

test('docs/assistants.md lists each scenario that is not offered', () => {
  const page = readFileSync(`${root}docs/assistants.md`, 'utf8')
  const entries = [...readFileSync(notOffered, 'utf8').matchAll(/^ +- (\S+)$/gm)]
  const names = entries.map(([, entry = '']) => entry)
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
