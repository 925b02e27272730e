import { beforeAll, expect, test } from 'vitest'
import {
  forgeSaml,
  samlForgeryNames,
  type GenuineResponses,
} from '#tests/support/saml-forgeries.ts'
import {
  createSamlParties,
  renderSamlResponse,
  signSaml,
  type SamlParties,
} from '#tests/support/saml-provider.ts'
import { verifySamlXml } from '#tests/support/saml-verification.ts'

let parties: SamlParties
let genuine: GenuineResponses

beforeAll(async () => {
  parties = await createSamlParties()
  const xml = renderSamlResponse(parties)
  const key = parties.providerKey
  genuine = {
    response: signSaml(xml, { key, element: 'Response' }),
    assertion: signSaml(xml, { key, element: 'Assertion' }),
  }
})

const verifyXml = (xml: string) => verifySamlXml(parties, xml)

test.each(samlForgeryNames)('refuses a response with %s', async (name) => {
  const xml = forgeSaml(name, genuine, parties.sp)
  expect([genuine.response, genuine.assertion]).not.toContain(xml)
  if (name.startsWith('XSW')) expect(xml).toContain('admin@acme.example')
  const reason = expect.stringMatching(/^(structure|signature)$/)
  await expect(verifyXml(xml)).rejects.toEqual(
    expect.objectContaining({ name: 'SamlError', reason }),
  )
})

test('accepts the genuine responses of the forgeries', async () => {
  for (const xml of Object.values(genuine)) {
    expect((await verifyXml(xml)).nameId).toBe('ana@acme.example')
  }
})
