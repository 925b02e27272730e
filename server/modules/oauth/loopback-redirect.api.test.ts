import { expect, test } from 'vitest'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { clientDocument, OauthBrowser, serveClientDocuments, uidOf } from '#tests/support/oauth.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

// The library reads the clock of the machine.
const t = setupTestApp(() => ({ at: new Date() }))

let programs = 0
/** Serves the document of a new program, because the library caches documents. Returns its id. */
function serveProgram(addresses: string[]): string {
  programs += 1
  const id = `https://assistant.example/program-${programs}.json`
  serveClientDocuments(t, [{ ...clientDocument, client_id: id, redirect_uris: addresses }])
  return id
}

test.each(['http://127.0.0.1/callback', 'http://localhost/callback', 'http://[::1]/callback'])(
  'a program that names %s gets its code on any port',
  async (address) => {
    const id = serveProgram([address])
    const member = await makeMember(t, (await makeTeam(t)).workspace_id)
    const browser = new OauthBrowser(t)
    const redirectUri = address.replace('/callback', ':53124/callback')
    const uid = uidOf(await browser.authorize({ client_id: id, redirect_uri: redirectUri }))
    const { body } = await browser.approve(member, uid, { scopes: ['profile:read'] })
    const { headers } = await browser.get(body.url)
    expect(headers.location).toContain(`${redirectUri}?code=`)
  },
)

test.each([
  [['http://127.0.0.1/callback'], 'http://127.0.0.1:53124/other'],
  [['http://127.0.0.1/callback'], 'https://127.0.0.1:53124/callback'],
  [['http://127.0.0.1/callback'], 'http://127.0.0.1.example:53124/callback'],
  [['http://localhost.example/callback'], 'http://localhost.example:53124/callback'],
  [
    ['http://127.0.0.1/callback', 'https://assistant.example/callback'],
    'https://assistant.example:53124/callback',
  ],
])('a program with %j gets no code at %s', async (addresses, redirectUri) => {
  const { headers } = await new OauthBrowser(t).authorize({
    client_id: serveProgram(addresses),
    redirect_uri: redirectUri,
  })
  expect(headers.location).toContain('/connect/error#')
})
