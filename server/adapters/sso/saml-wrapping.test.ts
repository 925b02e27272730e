import { beforeAll, expect, test } from 'vitest'
import {
  forgeSaml,
  samlForgeryNames,
  type GenuineResponses,
} from '#tests/support/saml-forgeries.ts'
import {
  createSamlParties,
  encodeSaml,
  renderSamlResponse,
  samlNow,
  samlRequestId,
  signSaml,
  type SamlParties,
} from '#tests/support/saml-provider.ts'
import { verifySamlResponse } from './saml-response.ts'

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

const verifyXml = (xml: string) =>
  verifySamlResponse(
    parties.sp,
    parties.provider,
    { response: encodeSaml(xml), requestId: samlRequestId },
    samlNow,
  )

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
