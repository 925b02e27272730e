import { expect } from 'vitest'
import { verifySamlResponse } from '#server/adapters/sso/saml-response.ts'
import type { SamlFault } from '#server/adapters/sso/saml-types.ts'
import { encodeSaml, samlNow, type SamlParties, samlRequestId } from './saml-provider.ts'

/**
 * Verifies a response to the request of the fixtures, at their time. `certificates` replace those
 * that the provider is known by.
 */
export const verifySamlXml = (
  { sp, provider }: SamlParties,
  xml: string,
  certificates = provider.certificates,
) =>
  verifySamlResponse(
    sp,
    { ...provider, certificates },
    { response: encodeSaml(xml), requestId: samlRequestId },
    samlNow,
  )

/** Matches the error of a refused response. */
export const samlRefusal = (reason: SamlFault): unknown =>
  expect.objectContaining({ name: 'SamlError', reason })
